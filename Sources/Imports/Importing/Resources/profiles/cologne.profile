about      Cologne, polling places with decimal commas in Web Mercator
delimiter  semicolon
crs        EPSG:3857
column     NR_STIMMBEZIRK800 = polling_district
column     WLK_NAME = name
column     WLK_ADRESSE = address
column     ROLLSTUHLGERECHT = accessible
column     POSTZUSTELLBEZIRK = postcode
column     KOORX = easting
column     KOORY = northing
column     KOMMUNALWAHLBEZIRK = council_district
column     LANDTAGSWAHLKREIS = state_district
column     BUNDESTAGSWAHLKREIS = federal_district
