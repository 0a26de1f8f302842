about      Western Australia 2021, snapshots of the commission's list
crs        EPSG:4326
column     name = name
column     address = address
column     lat = latitude
column     lon = longitude
column     wheelchair_access = accessible
optional   ec_id = ignore
