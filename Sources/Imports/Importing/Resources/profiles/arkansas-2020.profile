# "Any Vote Center" without an address is no place.
about      Arkansas 2020, polling places by county
column     jurisdiction_name = county
column     text_name = name
column     text_city = city
column     cde_state = state
column     text_zip5 = postcode
set        place = none
skip       where text_name matches /^Any Vote Center/
