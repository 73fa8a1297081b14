import type Joi from 'joi';
import { line } from '../schemas/fields.ts';

export const externalId = (): Joi.StringSchema =>
  line(255)
    .allow(null)
    .description('Your own identifier of the order, such as its number in your ERP, unique; without personal data.')
    .example('ERP-2026-10042');
