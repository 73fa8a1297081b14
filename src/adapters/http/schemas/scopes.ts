import Joi from 'joi';
import { SCOPES } from '#core/access/scope.ts';

export const scopes = (): Joi.ArraySchema =>
  Joi.array()
    .items(
      Joi.string()
        .valid(...SCOPES)
        .id('Scope'),
    )
    .unique()
    .max(SCOPES.length)
    .example(['products:read', 'products:write']);
