import { createHash } from 'node:crypto';

/**
 * Counts a call. The key's value is the time in microseconds until the full budget is available again, and Redis' time
 * of that measure; the key expires when the budget is full. Returns 1 or 0 for allowed, and the time after the call.
 */
const TAKE = `
local window, calls = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local used = 0
local known = redis.call('GET', KEYS[1])
if known then
  local at, before = string.match(known, '^(%S+) (%S+)$')
  used = math.max(0, tonumber(before) - math.max(0, now - tonumber(at)))
end
local after = used + window / calls
if after > window + 0.001 then return {0, string.format('%.17g', used)} end
redis.call('SET', KEYS[1], string.format('%.0f %.17g', now, after), 'PX', math.max(1, math.ceil(after / 1000)))
return {1, string.format('%.17g', after)}
`;

/** Returns the used time in microseconds, without counting. */
const PEEK = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local known = redis.call('GET', KEYS[1])
if not known then return {0, '0'} end
local at, before = string.match(known, '^(%S+) (%S+)$')
return {0, string.format('%.17g', math.max(0, tonumber(before) - math.max(0, now - tonumber(at))))}
`;

/** A script and its SHA-1, by which Redis knows it after the first run. */
const scriptOf = (text: string) => ({ text, sha1: createHash('sha1').update(text).digest('hex') });

export const TAKE_SCRIPT = scriptOf(TAKE);
export const PEEK_SCRIPT = scriptOf(PEEK);
