import { isIP } from 'node:net';
import Joi from 'joi';

const MAX_PROXIES = 10;

const isRange = (range: string): boolean => {
  const [address = '', bits, ...rest] = range.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
};

/** `true` for one proxy, `false`, a number of proxies, or address ranges separated by commas. */
export const trustProxy = Joi.string()
  .custom((value: string, helpers) => {
    if (value === 'false' || value === '0') return false;
    if (value === 'true') return 1;
    if (/^\d+$/.test(value)) return Number(value) <= MAX_PROXIES ? Number(value) : helpers.error('proxies');
    const ranges = value.split(',').map((range) => range.trim());
    return ranges.every(isRange) ? ranges : helpers.error('proxies');
  })
  .messages({
    proxies: `must be true, false, a number of proxies up to ${MAX_PROXIES}, or addresses such as 10.0.0.0/8, separated by commas`,
  });
