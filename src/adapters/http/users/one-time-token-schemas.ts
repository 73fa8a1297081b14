import Joi from 'joi';
import { dryRunFields, text } from '../schemas/fields.ts';
import { email, newPassword } from './schemas.ts';

export const passwordResetRequest = Joi.object({
  email: email().required().description('The e-mail of the account.').example('ada@example.com'),
})
  .id('PasswordResetRequest')
  .description('A request to reset a password.');

const mailedToken = (prefix: string): Joi.StringSchema =>
  text(1, 200)
    .required()
    .description('The token from the mail.')
    .example(`${prefix}_6R3zK0mN1pQ7sT9vX2yB4dF8hJ5lW0aC3eG6iKoMqSu1a2b3C`);

export const passwordReset = Joi.object({ token: mailedToken('cpr'), password: newPassword().required() })
  .id('PasswordReset')
  .description('The new password.');

export const emailVerification = Joi.object({ token: mailedToken('cpv') })
  .id('EmailVerification')
  .description('A mailed token that verifies an e-mail.');

export const requested = Joi.object({
  object: Joi.string().valid('mail_request').required().description('The type of the response.'),
  status: Joi.string().valid('requested').required().description('Whether a mail will be sent if the account exists.'),
  ...dryRunFields,
})
  .id('MailRequest')
  .description('A requested mail.');
