import Joi from 'joi';

/** An e-mail address within the lengths of RFC 5321, in any script. */
export const email = (): Joi.StringSchema =>
  Joi.string()
    // first, since the check of a long address is slow
    .max(254)
    .email({ tlds: false, minDomainSegments: 2 })
    // with invisible characters, two different addresses would look the same
    .custom((address: string, helpers) => (/[\p{C}\p{Z}]/u.test(address) ? helpers.error('string.email') : address))
    .example('ada@example.com');
