import Joi from 'joi';
import { line } from '../schemas/fields.ts';

export const quantity = (): Joi.NumberSchema =>
  Joi.number().integer().min(1).max(10_000).description('The quantity.').example(2);

export const externalId = (): Joi.StringSchema =>
  line(255)
    .allow(null)
    .description('Your own identifier of the order, such as its number in your ERP, unique; without personal data.')
    .example('ERP-2026-10042');
