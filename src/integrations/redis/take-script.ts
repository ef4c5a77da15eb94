/**
 * Decides on one call and counts it atomically, by the Redis server's clock, so that processes with different clocks
 * agree. KEYS: one log each, a list of microseconds, oldest first. ARGV: the window in microseconds, then each log's
 * limit. Returns 1 or 0 (passes or not), then for each log its number of calls and the microseconds until a slot frees.
 *
 * A log is kept a second longer than its window, since keys expire by the millisecond. Calls more than a window in the
 * future mean that the clock was set back; they would block everybody until it catches up, so such a log starts again.
 */
export const TAKE_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window = tonumber(ARGV[1])
local admitted = 1
for i, key in ipairs(KEYS) do
  local newest = redis.call('LINDEX', key, -1)
  if newest and newest - now > window then redis.call('DEL', key) end
  local oldest = redis.call('LINDEX', key, 0)
  while oldest and now - oldest >= window do
    redis.call('LPOP', key)
    oldest = redis.call('LINDEX', key, 0)
  end
  if redis.call('LLEN', key) >= tonumber(ARGV[i + 1]) then admitted = 0 end
end
local answer = { admitted }
for i, key in ipairs(KEYS) do
  if admitted == 1 then
    redis.call('RPUSH', key, string.format('%.0f', now))
    redis.call('PEXPIRE', key, math.ceil(window / 1000) + 1000)
  end
  local used = redis.call('LLEN', key)
  local frees = redis.call('LINDEX', key, math.max(0, used - tonumber(ARGV[i + 1])))
  answer[#answer + 1] = used
  answer[#answer + 1] = frees and frees + window - now or 0
end
return answer
`;
