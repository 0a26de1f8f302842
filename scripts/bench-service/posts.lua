-- Posts one message after another: wrk -s posts.lua URL -- SCRIPTS PLACES RATE TOKEN...
-- RATE is posts a second, or all for as many as can be.

local requests = {}
local position = 0

function init(arguments)
    local number = 0
    for line in io.lines(arguments[2]) do
        local lat, lon = line:match("(%S+) (%S+)")
        number = number + 1
        local body = '{"text":"coffee is free today, said number ' .. number
            .. ' of the people in the park","category":"news","lat":' .. lat .. ',"lon":' .. lon
            .. ',"visible_radius_m":5000,"ttl_s":3600}'
        requests[number] = wrk.format("POST", "/v1/messages", {
            ["Content-Type"] = "application/json",
            ["Authorization"] = "Bearer " .. arguments[4 + number % (#arguments - 3)],
        }, body)
    end
    delay = dofile(arguments[1] .. "/pace.lua")(tonumber(arguments[3]))
end

function request()
    position = position % #requests + 1
    return requests[position]
end
