import Joi from 'joi';

/** The largest amount, in major units. */
export const MAX_AMOUNT = 999_999_999_999.99;

/** An amount in major units; the core validates its decimals, which depend on the currency. */
export const amount = (): Joi.NumberSchema => Joi.number().min(0).max(MAX_AMOUNT);
