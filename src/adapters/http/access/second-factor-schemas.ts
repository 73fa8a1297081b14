import Joi from 'joi';
import {
  SECOND_FACTOR_STATUSES,
  SECOND_FACTOR_TYPES,
  type SecondFactorType,
} from '#core/access/second-factors/second-factor.ts';
import type { SecondFactorView } from '#core/access/second-factors/second-factor-view.ts';
import { type ConfirmationInput, confirmationFields } from '../schemas/current-password.ts';
import { type DryRunResult, dryRunFields } from '../schemas/dry-run.ts';
import { line, pageOf, resourceFields, text, timestamp, versionFields } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';

const type = (): Joi.StringSchema =>
  Joi.string()
    .valid(...SECOND_FACTOR_TYPES)
    .required()
    .description('`totp`: a one-time password of an authenticator app (RFC 6238).')
    .example('totp');

const name = (): Joi.StringSchema =>
  line(100).required().description('The name, to tell factors apart.').example('My phone');

const fields = {
  ...resourceFields('second_factor', 'fac'),
  type: type(),
  name: name(),
  status: Joi.string()
    .valid(...SECOND_FACTOR_STATUSES)
    .required()
    .description('`pending` until it is confirmed by a code; only `active` ones are required.')
    .example('active'),
  confirmed_at: timestamp().allow(null).required().description('When it was confirmed.'),
  last_used_at: timestamp().allow(null).required().description('When a code of it was last used.'),
  ...versionFields,
};

const secondFactorSchema = objectOf<SecondFactorView>(fields)
  .id('SecondFactor')
  .description('A second factor of a user, without its secret.');

export const secondFactorPage = pageOf('SecondFactorList', secondFactorSchema);

type Enrolled = SecondFactorView & Readonly<{ secret?: string; otpauth_url?: string }> & DryRunResult;

export const enrolledFactorSchema = objectOf<Enrolled>({
  ...fields,
  secret: Joi.string()
    .description('What an app without a camera needs. Shown only once, and not in a dry run.')
    .example('7A6VMMBQ4EMPOL3QYM5EUC4OS2F2KIUU'),
  otpauth_url: Joi.string()
    .description('What an app reads from a QR code. Shown only once, and not in a dry run.')
    .example('otpauth://totp/Shop:ada%40example.com?secret=7A6VMMBQ4EMPOL3QYM5EUC4OS2F2KIUU&issuer=Shop'),
  ...dryRunFields,
})
  .id('EnrolledSecondFactor')
  .description('A second factor that awaits its first code, with its secret.');

type Confirmed = SecondFactorView & Readonly<{ recovery_codes?: readonly string[] }> & DryRunResult;

export const confirmedFactorSchema = objectOf<Confirmed>({
  ...fields,
  recovery_codes: Joi.array()
    .items(Joi.string().example('K3D7-QX2M-ABCD-EFGH'))
    .description('Each replaces a code once. They replace the former ones; shown only once, and not in a dry run.'),
  ...dryRunFields,
})
  .id('ConfirmedSecondFactor')
  .description('An active second factor, with new recovery codes.');

type EnrolmentInput = Readonly<{ type: SecondFactorType; name: string }> & ConfirmationInput;

export const enrolmentInput = objectOf<EnrolmentInput>({ type: type(), name: name(), ...confirmationFields() })
  .id('SecondFactorInput')
  .description('A new second factor.');

export const codeInput = objectOf<Readonly<{ code: string }>>({
  code: text(1, 64).required().description('The code that the app shows now.').example('123456'),
})
  .id('SecondFactorCodeInput')
  .description('The first code of a second factor.');

export const removalInput = objectOf<ConfirmationInput>(confirmationFields())
  .id('SecondFactorRemovalInput')
  .description('The confirmation of a removal.');
