about      Electoral Office for Northern Ireland: premises beside every property
crs        EPSG:4326
column     PREM_ID = id
column     PREM_NAME = name
column     PREM_FULLADDRESS = address
column     PREM_POSTCODE = postcode
column     PREM_X_4326 = longitude
column     PREM_Y_4326 = latitude
address    PRO_UPRN = id
address    PRO_FULLADDRESS = address
address    PRO_POSTCODE = postcode
address    PRO_X_4326 = longitude
address    PRO_Y_4326 = latitude
address    PREM_ID = station
