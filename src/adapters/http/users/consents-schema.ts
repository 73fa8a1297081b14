import Joi from 'joi';
import { CONSENT_PURPOSES, type ConsentsFields, MAX_CONSENT_SOURCE } from '#core/users/consents.ts';
import { line, timeText } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

const consent = objectOf<NonNullable<ConsentsFields['email_marketing']>>({
  granted: required(Joi.boolean(), 'Whether the user agrees; false withdraws.', true),
  at: timeText().description('When the user said so, not in the future. The time of a change by default.'),
  source: line(MAX_CONSENT_SOURCE).description(
    'Where the user said so, such as a form. By default `account` for users themselves, and `staff` for others.',
  ),
})
  .allow(null)
  .id('ConsentInput');

export const consents = (): Joi.ObjectSchema<ConsentsFields> =>
  Joi.object<ConsentsFields>(Object.fromEntries(CONSENT_PURPOSES.map((purpose) => [purpose, consent])))
    .description(
      'What the user agrees to be told. Omitted ones stay, also in a replacement, and so does one that is repeated, with ' +
        'its time. Users give or withdraw a consent themselves; only others write `at` and `source`, and remove a record by null.',
    )
    .example({ email_marketing: { granted: true } });
