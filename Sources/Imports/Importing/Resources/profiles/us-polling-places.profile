about      Center for Public Integrity, polling places of the states
column     name = name
column     address = address
column     precinct_id = precinct
column     county_name = county
column     state = state
optional   source = ignore
optional   source_date = ignore
optional   source_notes = ignore
set        place = none
