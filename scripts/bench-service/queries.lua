-- Asks for what is near one place after another: wrk -s queries.lua URL -- PLACES QUERY
-- PLACES has a latitude and a longitude a line; QUERY is what follows them, such as radius_m=1000.

local requests = {}
local position = 0
local thread_count = 0

function setup(thread)
    thread_count = thread_count + 1
    thread:set("number", thread_count)
end

function init(arguments)
    for line in io.lines(arguments[1]) do
        local lat, lon = line:match("(%S+) (%S+)")
        local path = "/v1/messages?lat=" .. lat .. "&lon=" .. lon .. "&" .. arguments[2]
        requests[#requests + 1] = wrk.format("GET", path)
    end
    -- Threads begin at different places.
    position = (number * 2654435761) % #requests
end

function request()
    position = position % #requests + 1
    return requests[position]
end
