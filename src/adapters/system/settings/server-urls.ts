import Joi from 'joi';

const canDecode = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** Whether a text is the URL of a server, with or without credentials, of one of these schemes. */
const isServerUrl = (text: string, schemes: readonly string[], path: RegExp): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  const isPlain = hostname !== '' && path.test(pathname) && search === '' && hash === '';
  return schemes.includes(protocol) && isPlain && canDecode(username) && canDecode(password);
};

/** The URL of NATS, or several of one cluster. */
export const natsUrl = Joi.string()
  .custom((value: string, helpers) =>
    value.split(',').every((url) => isServerUrl(url.trim(), ['nats:', 'tls:'], /^\/?$/))
      ? value
      : helpers.error('nats'),
  )
  .messages({ nats: 'must be a URL such as nats://user:password@host:4222, or several separated by commas' });

/** The URL of Redis, with or without the number of a database. */
export const redisUrl = Joi.string()
  .custom((value: string, helpers) =>
    isServerUrl(value, ['redis:', 'rediss:'], /^\/?\d{0,4}$/) ? value : helpers.error('redis'),
  )
  .messages({ redis: 'must be a URL such as redis://user:password@host:6379/0' });

/** The URL of a PostgreSQL database. */
export const databaseUrl = Joi.string()
  .uri({ scheme: ['postgres', 'postgresql'] })
  .messages({ 'string.uriCustomScheme': 'must be a URL such as postgres://user:password@host:5432/shop' });
