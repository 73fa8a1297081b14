import Joi from 'joi';
import type { SearchMeta } from '#core/catalog/search/search-terms.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

export const searchMetaSchema = objectOf<SearchMeta>({
  corrected: required(
    Joi.object().pattern(Joi.string(), Joi.array().items(Joi.string())),
    'Words that no product has, each with those that were looked for instead.',
  ).example({ kettel: ['kettle'] }),
  ignored: required(
    Joi.array().items(Joi.string()),
    'Words that were not looked for: no product has them, or they say nothing about one, such as `for`.',
  ).example(['for']),
})
  .id('SearchMeta')
  .description('What became of the words of the search; only with `q`.');
