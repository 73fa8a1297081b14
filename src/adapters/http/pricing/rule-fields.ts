import Joi from 'joi';
import { integer, label, time, timestamp } from '../schemas/fields.ts';
import { required } from '../schemas/required.ts';

/** What the schema of each patch says. */
export const PATCH_DESCRIPTION =
  'A JSON Merge Patch (RFC 7396): omitted fields stay, and null resets a field to its default.';

/** A percentage; the core validates its decimals. */
export const percent = (): Joi.NumberSchema => Joi.number().min(0).max(100);

/** A whole number from a minimum up. */
export const count = (minimum: number): Joi.NumberSchema => integer(minimum).max(2_147_483_647);

export const taxCategory = (): Joi.StringSchema => label(100).allow(null).example('books');

/** When a rule applies, in a request. */
export const validity = () => ({
  valid_from: time().allow(null).description('When it begins to apply.').example('2027-01-01T00:00:00Z'),
  valid_to: time().allow(null).description('When it no longer applies.').example('2028-01-01T00:00:00Z'),
});

/** The same in a response. */
export const validityView = () => ({
  valid_from: required(timestamp().allow(null), 'When it begins to apply.'),
  valid_to: required(timestamp().allow(null), 'When it no longer applies.'),
});
