-- Sends so many requests a second, or as many as can be when the rate is nil: pace.lua is loaded by
-- the scripts beside it. Each request has the moment at which it is due; a connection that is free
-- earlier waits for it.

local ffi = require("ffi")
ffi.cdef [[
    typedef struct { long seconds, nanoseconds; } ambit_time;
    int clock_gettime(int clock, ambit_time *time);
]]
local time = ffi.new("ambit_time")

local function milliseconds()
    ffi.C.clock_gettime(1, time)
    return tonumber(time.seconds) * 1000 + tonumber(time.nanoseconds) / 1e6
end

return function(rate)
    if not rate then return nil end
    local period, due = 1000 / rate, nil
    return function()
        local now = milliseconds()
        -- What could not be sent in time is not made up for by a burst of more than 50 ms.
        due = math.max((due or now) + period, now - 50)
        return math.max(0, math.floor(due - now + 0.5))
    end
end
