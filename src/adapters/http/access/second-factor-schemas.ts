import Joi from 'joi';
import type { PasskeyCreation, PasskeyOptions } from '#core/access/second-factors/passkeys.ts';
import {
  SECOND_FACTOR_STATUSES,
  SECOND_FACTOR_TYPES,
  type SecondFactorType,
  type SecondFactorView,
} from '#core/access/second-factors/second-factor.ts';
import { type ConfirmationInput, confirmationFields } from '../schemas/current-password.ts';
import { type DryRunResult, dryRunFields } from '../schemas/dry-run.ts';
import { line, pageOf, resourceFields, text, timestamp, versionFields } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { passkeyCreation, passkeyOptions } from '../schemas/passkey.ts';
import { required } from '../schemas/required.ts';

const type = (): Joi.StringSchema =>
  required(
    Joi.string().valid(...SECOND_FACTOR_TYPES),
    '`totp`: a one-time password of an authenticator app (RFC 6238). `passkey`: a key of a device (WebAuthn).',
    'totp',
  );

const name = (): Joi.StringSchema => required(line(100), 'The name, to tell factors apart.', 'My phone');

const fields = {
  ...resourceFields('second_factor', 'fac'),
  type: type(),
  name: name(),
  status: required(
    Joi.string().valid(...SECOND_FACTOR_STATUSES),
    '`pending` until it is confirmed; only `active` ones are required.',
    'active',
  ),
  confirmed_at: required(timestamp().allow(null), 'When it was confirmed.'),
  last_used_at: required(timestamp().allow(null), 'When it was last used.'),
  ...versionFields,
};

export const secondFactorSchema = objectOf<SecondFactorView>(fields)
  .id('SecondFactor')
  .description('A second factor of a user, without its secret or key.');

export const secondFactorPage = pageOf('SecondFactorList', secondFactorSchema);

type Enrolled = SecondFactorView &
  Readonly<{ secret?: string; otpauth_url?: string; creation_options?: PasskeyOptions }> &
  DryRunResult;

export const enrolledFactorSchema = objectOf<Enrolled>({
  ...fields,
  secret: Joi.string()
    .description('Of `totp`: what an app without a camera needs. Shown only once, and not in a dry run.')
    .example('7A6VMMBQ4EMPOL3QYM5EUC4OS2F2KIUU'),
  otpauth_url: Joi.string()
    .description('Of `totp`: what an app reads from a QR code. Shown only once, and not in a dry run.')
    .example('otpauth://totp/Shop:ada%40example.com?secret=7A6VMMBQ4EMPOL3QYM5EUC4OS2F2KIUU&issuer=Shop'),
  creation_options: passkeyOptions(
    'Of `passkey`: pass it through `PublicKeyCredential.parseCreationOptionsFromJSON` to `navigator.credentials.create` ' +
      '(`publicKey`). Not in a dry run.',
  ),
  ...dryRunFields,
})
  .id('EnrolledSecondFactor')
  .description('A second factor that awaits its confirmation, with what its device needs.');

const recoveryCodes = (): Joi.ArraySchema =>
  Joi.array()
    .items(Joi.string().example('K3D7-QX2M-ABCD-EFGH'))
    .description('Each replaces a factor once. They replace the former ones; shown only once, and not in a dry run.');

type Confirmed = SecondFactorView & Readonly<{ recovery_codes?: readonly string[] }> & DryRunResult;

export const confirmedFactorSchema = objectOf<Confirmed>({
  ...fields,
  recovery_codes: recoveryCodes(),
  ...dryRunFields,
})
  .id('ConfirmedSecondFactor')
  .description('An active second factor, with new recovery codes.');

type EnrolmentInput = Readonly<{ type: SecondFactorType; name: string }> & ConfirmationInput;

export const enrolmentInput = objectOf<EnrolmentInput>({ type: type(), name: name(), ...confirmationFields() })
  .id('SecondFactorInput')
  .description('A new second factor.');

export const firstUseInput = objectOf<Readonly<{ code?: string; passkey?: PasskeyCreation }>>({
  code: text(1, 64).description('Of `totp`: the code that the app shows now.').example('123456'),
  passkey: passkeyCreation().description('Of `passkey`: the response to the `creation_options`.'),
})
  .id('SecondFactorCodeInput')
  .description('The first code of an authenticator app, or the response of a new passkey.');

export const renamingInput = objectOf<Readonly<{ name: string }>>({ name: name() })
  .id('SecondFactorPatch')
  .description('A JSON Merge Patch (RFC 7396) of a second factor.');

type RecoveryCodesView = Readonly<{ object: 'recovery_codes'; recovery_codes?: readonly string[] }> & DryRunResult;

export const recoveryCodesSchema = objectOf<RecoveryCodesView>({
  object: required(Joi.string().valid('recovery_codes'), 'The type of the resource.'),
  recovery_codes: recoveryCodes(),
  ...dryRunFields,
})
  .id('RecoveryCodes')
  .description('New recovery codes.');

export const renewalInput = objectOf<ConfirmationInput>(confirmationFields())
  .id('RecoveryCodeRenewalInput')
  .description('The confirmation of a renewal.');

export const removalInput = objectOf<ConfirmationInput>(confirmationFields())
  .id('SecondFactorRemovalInput')
  .description('The confirmation of a removal.');
