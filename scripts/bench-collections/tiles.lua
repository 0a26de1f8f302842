-- Asks for one tile after another: wrk -s tiles.lua URL -- FILE [once] [plain]
-- FILE has a path a line. "once" asks for each of them once, and measures until the last is answered; "plain" takes
-- no gzip.

local ffi = require("ffi")
ffi.cdef [[
    typedef struct { long seconds, nanoseconds; } ambit_time;
    int clock_gettime(int clock, ambit_time *time);
]]

local function microseconds()
    local time = ffi.new("ambit_time")
    ffi.C.clock_gettime(1, time)
    return tonumber(time.seconds) * 1e6 + tonumber(time.nanoseconds) / 1e3
end

local paths, position, asked = {}, 0, 0
local thread_count, threads = 0, {}

function setup(thread)
    thread_count = thread_count + 1
    thread:set("number", thread_count)
    threads[#threads + 1] = thread
end

function init(arguments)
    once = arguments[2] == "once"
    local fields = arguments[#arguments] == "plain" and {} or { ["Accept-Encoding"] = "gzip" }
    local line_number = 0
    for line in io.lines(arguments[1]) do
        line_number = line_number + 1
        if not once or line_number % 2 == number - 1 then
            paths[#paths + 1] = wrk.format("GET", line, fields)
        end
    end
    position = once and 0 or (number * 2654435761) % #paths
    answered, wrong = 0, 0
    started, ended = microseconds(), 0
end

function request()
    position = position % #paths + 1
    return paths[position]
end

function response(status)
    answered = answered + 1
    if status ~= 200 then wrong = wrong + 1 end
    if once and answered == #paths then
        ended = microseconds()
        wrk.thread:stop()
    end
end

function done(summary, latency)
    local wrong, started, ended = 0, math.huge, 0
    for _, thread in ipairs(threads) do
        wrong = wrong + thread:get("wrong")
        started = math.min(started, thread:get("started"))
        ended = math.max(ended, thread:get("ended"))
    end
    local duration = ended > started and ended - started or summary.duration
    io.write(string.format("RESULT %d %d %d %d %d\n", summary.requests, duration, latency:percentile(50),
        latency:percentile(99), wrong))
end
