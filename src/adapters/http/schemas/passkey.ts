import Joi from 'joi';
import type { PasskeyAssertion, PasskeyCreation, PasskeyOptions } from '#core/access/second-factors/passkeys.ts';
import { matching, text } from './fields.ts';
import { objectOf } from './object-of.ts';

const base64Url = (max: number): Joi.StringSchema => matching(text(1, max), /^[\w-]+$/, 'must be base64url');

const credentialFields = () => ({
  id: base64Url(1_400).required().description('The id of the credential.').example('dGhlIGNyZWRlbnRpYWw'),
  rawId: base64Url(1_400).required().description('The same as `id`.').example('dGhlIGNyZWRlbnRpYWw'),
  type: Joi.string().valid('public-key').required().description('The type of the credential.').example('public-key'),
  clientExtensionResults: Joi.object()
    .unknown()
    .required()
    .description('Results of extensions; none is used.')
    .example({}),
});

const clientData = (): Joi.StringSchema =>
  base64Url(4_096)
    .required()
    .description('The challenge and the origin of the page, as they were signed.')
    .example('eyJ0eXBlIjoi');

/** `toJSON()` of the credential from `navigator.credentials.get`; other members are ignored. */
export const passkeyAssertion = (): Joi.ObjectSchema<PasskeyAssertion> =>
  objectOf<PasskeyAssertion>({
    ...credentialFields(),
    response: objectOf<PasskeyAssertion['response']>({
      clientDataJSON: clientData(),
      authenticatorData: base64Url(4_096)
        .required()
        .description('Flags and counter, as they were signed.')
        .example('SZYN5YgO'),
      signature: base64Url(8_192).required().description('The signature.').example('MEUCIQDx'),
      userHandle: text(0, 128).allow(null).description('The user, if the authenticator stores it.').example('dXNyXzE'),
    })
      .unknown()
      .required()
      .description('What the authenticator has signed.'),
  })
    .unknown()
    .id('PasskeyAssertion')
    .description('`toJSON()` of the credential that `navigator.credentials.get` returns (WebAuthn).');

/** `toJSON()` of the credential from `navigator.credentials.create`; other members are ignored. */
export const passkeyCreation = (): Joi.ObjectSchema<PasskeyCreation> =>
  objectOf<PasskeyCreation>({
    ...credentialFields(),
    response: objectOf<PasskeyCreation['response']>({
      clientDataJSON: clientData(),
      attestationObject: base64Url(16_384)
        .required()
        .description('The public key and the id.')
        .example('o2NmbXRkbm9uZQ'),
      transports: Joi.array()
        .items(text(1, 32))
        .max(10)
        .description('How the browser reaches the authenticator.')
        .example(['internal']),
    })
      .unknown()
      .required()
      .description('What the authenticator has made.'),
  })
    .unknown()
    .id('PasskeyCreation')
    .description('`toJSON()` of the credential that `navigator.credentials.create` returns (WebAuthn).');

/** Options of WebAuthn, which pages pass on as they are. */
export const passkeyOptions = (description: string): Joi.ObjectSchema<PasskeyOptions> =>
  objectOf<Readonly<{ challenge: string }>>({
    challenge: Joi.string()
      .required()
      .description('What the authenticator signs, once, within five minutes.')
      .example('c2lnbiB0aGlz'),
  })
    .unknown()
    .description(description);
