import type Joi from 'joi';
import { text } from './fields.ts';

/** The password of the caller, which confirms a change of a credential. */
export const currentPassword = (): Joi.StringSchema =>
  text(1, 128)
    .description(
      'Your current password. A new password for yourself always needs it; other changes of credentials need it unless ' +
        'your session signed in within the last 10 minutes.',
    )
    .example('correct horse battery staple');
