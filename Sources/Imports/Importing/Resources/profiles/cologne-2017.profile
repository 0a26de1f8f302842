about      Cologne 2017, polling places without coordinates; several districts in a cell
delimiter  semicolon
column     vote_district_id = polling_district
column     name = name
column     address_street = street
column     address_nr = house_number
column     zip = postcode
column     full_address = city
set        place = none
