import Joi from 'joi';
import type { Filter, FilterOf, List } from '#core/shared/list.ts';
import { amount, text } from '../schemas/fields.ts';
import { parameterSchema } from './query-schema.ts';
import { valueSchema } from './value-schema.ts';

/** The filters of a list as a JSON object, under the names of the query parameters; `own` are other members. */
export const filterBody = (list: List, own: Joi.PartialSchemaMap = {}): Joi.ObjectSchema<object> =>
  Joi.object({
    ...Object.fromEntries(
      Object.entries(list.filters).map(([name, filter]) => [
        name,
        memberSchema(filter).description(filter.description),
      ]),
    ),
    ...own,
  });

const MAX_PAIRS = 50;

const memberSchema = (filter: Filter): Joi.Schema => {
  switch (filter.kind) {
    case 'any_of':
      return Joi.array().items(valueSchema(filter.format)).min(1).max(filter.maxItems);
    case 'minimum':
    case 'maximum':
      return amount().precision(4);
    case 'contains':
      return Joi.object().pattern(text(1, 40), text(0, 500)).min(1).max(MAX_PAIRS);
    default:
      return parameterSchema(filter);
  }
};

/** The filter of a JSON object that its schema has validated. */
export const filterOfBody = <L extends List>(list: L, body: object): FilterOf<L> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const filter = list.filters[name];
      // bounds are decimals
      return filter === undefined ? [] : [[name, typeof value === 'number' ? String(value) : value]];
    }),
  ) as FilterOf<L>;
