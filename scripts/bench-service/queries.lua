-- Asks for what is near one place after another:
-- wrk -s queries.lua URL -- SCRIPTS PLACES QUERY [RATE]
-- PLACES has a latitude and a longitude a line; QUERY is what follows them, such as radius_m=1000.
-- RATE is requests a second, all that can be asked when it is left out.

local requests = {}
local position = 0
local thread_count = 0

function setup(thread)
    thread_count = thread_count + 1
    thread:set("number", thread_count)
end

function init(arguments)
    for line in io.lines(arguments[2]) do
        local lat, lon = line:match("(%S+) (%S+)")
        local path = "/v1/messages?lat=" .. lat .. "&lon=" .. lon .. "&" .. arguments[3]
        requests[#requests + 1] = wrk.format("GET", path)
    end
    -- Threads begin at different places.
    position = (number * 2654435761) % #requests
    delay = dofile(arguments[1] .. "/pace.lua")(tonumber(arguments[4]))
end

function request()
    position = position % #requests + 1
    return requests[position]
end
