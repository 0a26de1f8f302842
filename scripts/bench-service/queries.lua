-- Asks for what is near one place after another:
-- wrk -s queries.lua URL -- SCRIPTS PLACES QUERY [RATE] [plain|browser] [DEPTH]
-- PLACES has a latitude and a longitude a line; QUERY is what follows them, such as radius_m=1000.
-- RATE is requests a second, all that can be asked when it is left out. A browser takes packed
-- answers; DEPTH requests are sent together, one when it is left out.

local requests = {}
local position = 0
local thread_count = 0

function setup(thread)
    thread_count = thread_count + 1
    thread:set("number", thread_count)
end

-- What a browser says of itself and of what it takes.
local browser = {
    ["Accept"] = "application/geo+json, application/json",
    ["Accept-Encoding"] = "gzip, deflate, br, zstd",
    ["Accept-Language"] = "en-US,en;q=0.5",
    ["Referer"] = "http://127.0.0.1/",
    ["Sec-Fetch-Mode"] = "cors",
    ["Sec-Fetch-Site"] = "same-origin",
    ["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
}

function init(arguments)
    local headers = arguments[5] == "browser" and browser or nil
    depth = tonumber(arguments[6]) or 1
    for line in io.lines(arguments[2]) do
        local lat, lon = line:match("(%S+) (%S+)")
        local path = "/v1/messages?lat=" .. lat .. "&lon=" .. lon .. "&" .. arguments[3]
        requests[#requests + 1] = wrk.format("GET", path, headers)
    end
    -- Threads begin at different places.
    position = (number * 2654435761) % #requests
    delay = dofile(arguments[1] .. "/pace.lua")(tonumber(arguments[4]))
end

function request()
    position = position % #requests + 1
    if depth == 1 then return requests[position] end
    local together = {}
    for number = 1, depth do
        together[number] = requests[position]
        position = position % #requests + 1
    end
    return table.concat(together)
end
