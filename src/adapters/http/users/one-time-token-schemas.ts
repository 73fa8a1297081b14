import Joi from 'joi';
import { type DryRunResult, dryRunFields } from '../schemas/dry-run.ts';
import { email, text } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { newPassword, revokeKeys } from './schemas.ts';

export const passwordResetRequest = objectOf<Readonly<{ email: string }>>({
  email: required(email(), 'The e-mail of the account.').example('ada@example.com'),
})
  .id('PasswordResetRequest')
  .description('A request to reset a password.');

const mailedToken = (prefix: string): Joi.StringSchema =>
  required(text(1, 200), 'The token from the mail.', `${prefix}_6R3zK0mN1pQ7sT9vX2yB4dF8hJ5lW0aC3eG6iKoMqSu1a2b3C`);

export const passwordReset = objectOf<Readonly<{ token: string; password: string; revoke_keys?: boolean }>>({
  token: mailedToken('cpr'),
  password: newPassword().required(),
  revoke_keys: revokeKeys(),
})
  .id('PasswordReset')
  .description('The new password.');

export const emailVerification = objectOf<Readonly<{ token: string }>>({ token: mailedToken('cpv') })
  .id('EmailVerification')
  .description('A mailed token that verifies an e-mail.');

type MailRequestView = Readonly<{ object: 'mail_request'; status: 'requested' }>;

export const mailRequestSchema = objectOf<MailRequestView & DryRunResult>({
  object: required(Joi.string().valid('mail_request'), 'The type of the resource.'),
  status: required(Joi.string().valid('requested'), '`requested`: the mail is sent if the account exists.'),
  ...dryRunFields,
})
  .id('MailRequest')
  .description('A requested mail.');
