import Joi from 'joi';
import { type Facet, type FacetCounts, MAX_FACET_VALUES, PRICE_RANGES } from '#core/catalog/facets.ts';
import { idOf, integer } from '../schemas/fields.ts';
import { required } from '../schemas/required.ts';

/** The most facets of a request. */
const MAX_FACETS = 5;

const FACET = /^(?:category|price|attributes\..{1,40})$/s;

const MESSAGE = `must be at most ${MAX_FACETS} different ones of category, price and attributes.<name>, separated by ","`;

/** The requested facets of a parameter. */
export const facetsOf = (parameter: unknown): readonly Facet[] => String(parameter).split(',') as Facet[];

export const facetsParameter = Joi.string()
  .max(MAX_FACETS * 60)
  .custom((value: string, helpers) => {
    const facets = facetsOf(value);
    const isValid = facets.length <= MAX_FACETS && facets.every((facet) => FACET.test(facet));
    return isValid && new Set(facets).size === facets.length
      ? value
      : helpers.error('string.pattern.base', { message: MESSAGE });
  })
  .description(
    'Counts the products that match the filters and `q` by these: `category`, `price` and `attributes.<name>`, at most ' +
      `${MAX_FACETS}, separated by commas. Each ignores its own filter.`,
  )
  .example('category,price,attributes.colour');

const count = required(integer(1), 'The number of products.', 3);

const value = (description: string): Joi.StringSchema => required(Joi.string().allow(''), description, 'blue');

const countsOf = (fields: Joi.PartialSchemaMap, max: number): Joi.ArraySchema =>
  Joi.array()
    .items(Joi.object({ ...fields, count }))
    .max(max);

const amount = (description: string): Joi.NumberSchema => required(Joi.number().min(0), description);

export const facetsSchema: Joi.ObjectSchema<FacetCounts> = Joi.object({
  category: countsOf(
    { id: required(idOf('cat'), 'The category.'), value: value('Its name.').example('Shirts') },
    MAX_FACET_VALUES,
  ).description('The categories, that with the most products first.'),
  price: countsOf(
    { from: amount('The lowest price in major units.').example(10), to: amount('The highest price.').example(49.9) },
    PRICE_RANGES,
  ).description('Ranges of prices with about as many products each, in order.'),
  exact: required(Joi.boolean(), 'Whether all matching products were counted; counting stops after 10,000.', true),
})
  .pattern(/^attributes\./, countsOf({ value: value('The value of the attribute.') }, MAX_FACET_VALUES))
  .id('FacetCounts')
  .description('Counts of matching products; only with `facets`. An attribute is named as in the request.');
