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

const UNENCODED = 'has no database name: encode special characters of the password, such as # as %23';

/** A character of the password has ended the host: an `@` comes after it, or no database name. */
const UNENCODED_PASSWORD = /^[^:]+:\/\/[^/?#]*(?:[/#][^?]*@|[?#])/;

/** The URL of a PostgreSQL database. Messages repeat nothing of it: it may contain a password in any place. */
export const databaseUrl = Joi.string()
  .custom((value: string, helpers) => {
    if (!/^postgres(ql)?:\/\//.test(value)) return helpers.error('database');
    if (UNENCODED_PASSWORD.test(value)) return helpers.error('unencoded');
    if (!URL.canParse(value)) return helpers.error('database');
    const { pathname, hash, search } = new URL(value);
    const isPlain = /^\/[^/]+$/.test(pathname) && hash === '' && /^(\?.*=.*)?$/.test(search);
    return isPlain ? value : helpers.error('unencoded');
  })
  .messages({
    database: 'must be a URL such as postgres://user:password@host:5432/shop',
    unencoded: UNENCODED,
  });
