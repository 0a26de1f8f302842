-- Asks where one votes, for one place after another: wrk -s places.lua URL -- PLACES
-- PLACES has a latitude and a longitude a line.

local requests = {}
local position = 0

function init(arguments)
    for line in io.lines(arguments[1]) do
        local lat, lon = line:match("(%S+) (%S+)")
        requests[#requests + 1] = wrk.format("GET", "/v1/vote?lat=" .. lat .. "&lon=" .. lon)
    end
end

function request()
    position = position % #requests + 1
    return requests[position]
end
