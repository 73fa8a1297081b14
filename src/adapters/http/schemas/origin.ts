import Joi from 'joi';

/** A local page may be served without TLS. */
const LOCAL_HOST = /^(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/;

const isOrigin = (value: string): boolean => {
  if (value.includes('*') || !URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  return origin === value && (protocol === 'https:' || (protocol === 'http:' && LOCAL_HOST.test(hostname)));
};

/** The origin of pages, exactly as browsers send it in the header `Origin`. */
export const pageOrigin = (): Joi.StringSchema =>
  Joi.string()
    .max(255)
    .custom((value: string, helpers) => (isOrigin(value) ? value : helpers.error('origin')))
    .messages({
      origin:
        'must be an origin as browsers send it, such as https://shop.example or http://localhost:5173: https, or http on ' +
        'this machine, in lower case, without a path, a wildcard or the default port',
    })
    .example('https://shop.example');
