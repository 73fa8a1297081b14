import Joi from 'joi';
import type { PasskeyAssertion, PasskeyCreation, PasskeyOptions } from '#core/access/second-factors/passkeys.ts';
import { matching, text } from './fields.ts';
import { objectOf } from './object-of.ts';
import { required } from './required.ts';

const base64Url = (max: number): Joi.StringSchema => matching(text(1, max), /^[\w-]+$/, 'must be base64url');

const credentialFields = () => ({
  id: required(base64Url(1_400), 'The id of the credential.', 'dGhlIGNyZWRlbnRpYWw'),
  rawId: required(base64Url(1_400), 'The same as `id`.', 'dGhlIGNyZWRlbnRpYWw'),
  type: required(Joi.string().valid('public-key'), 'The type of the credential.', 'public-key'),
  clientExtensionResults: required(Joi.object().unknown(), 'Results of extensions; none is used.', {}),
});

const clientData = (): Joi.StringSchema =>
  required(base64Url(4_096), 'The challenge and the origin of the page, as they were signed.', 'eyJ0eXBlIjoi');

/** `toJSON()` of the credential from `navigator.credentials.get`; other members are ignored. */
export const passkeyAssertion = (): Joi.ObjectSchema<PasskeyAssertion> =>
  objectOf<PasskeyAssertion>({
    ...credentialFields(),
    response: objectOf<PasskeyAssertion['response']>({
      clientDataJSON: clientData(),
      authenticatorData: required(base64Url(4_096), 'Flags and counter, as they were signed.', 'SZYN5YgO'),
      signature: required(base64Url(8_192), 'The signature.', 'MEUCIQDx'),
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
      attestationObject: required(base64Url(16_384), 'The public key and the id.', 'o2NmbXRkbm9uZQ'),
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
    challenge: required(Joi.string(), 'What the authenticator signs, once, within five minutes.', 'c2lnbiB0aGlz'),
  })
    .unknown()
    .description(description);
