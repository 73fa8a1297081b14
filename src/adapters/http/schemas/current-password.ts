import type Joi from 'joi';
import type { Confirmation } from '#core/access/confirm-caller.ts';
import type { PasskeyAssertion } from '#core/access/second-factors/passkeys.ts';
import { text } from './fields.ts';
import { passkeyAssertion } from './passkey.ts';

/** A proof of the second factor. */
export type SecondFactorInput = Readonly<{ otp?: string; passkey?: PasskeyAssertion }>;

/** What confirms a change of a credential, in the API's names. */
export type ConfirmationInput = SecondFactorInput & Readonly<{ current_password?: string }>;

/** The password of the caller, which confirms a change of a credential. */
const currentPassword = (): Joi.StringSchema =>
  text(1, 128)
    .description(
      'Your current password. A new password for yourself always needs it; other changes of credentials need it unless ' +
        'your session signed in within the last 10 minutes.',
    )
    .example('correct horse battery staple');

/** A code of a second factor. */
export const oneTimePassword = (): Joi.StringSchema =>
  text(1, 64).description('A code of your authenticator app, or a recovery code. Each works once.').example('123456');

/** The fields that confirm a change of a credential. */
export const confirmationFields = () => ({
  current_password: currentPassword(),
  otp: oneTimePassword().description(
    'Needed beside `current_password` if you have a second factor: a code of your authenticator app, or a recovery code.',
  ),
  passkey: passkeyAssertion().description(
    'Instead of `otp`, the response of a passkey to the `passkey_options` of the problem that demands `otp`.',
  ),
});

/** Separates the confirmation from the other fields of a body. */
export const splitConfirmation = <Body extends ConfirmationInput>({
  current_password: currentPassword,
  otp,
  passkey,
  ...fields
}: Body): Readonly<{ fields: Omit<Body, keyof ConfirmationInput>; confirmation: Confirmation }> => ({
  fields,
  confirmation: { currentPassword, otp, passkey },
});
