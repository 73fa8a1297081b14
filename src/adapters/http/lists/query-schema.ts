import Joi from 'joi';
import { ID_SUFFIX } from '#core/shared/id.ts';
import { type Filter, isSearchable, type List } from '#core/shared/list.ts';
import { decimal, label, matching, type PageQuery, pageQuery, text, time, words } from '../schemas/fields.ts';
import { valueSchema } from './value-schema.ts';

/** The validated query of a list; its filters follow from the list’s description. */
export type ListParameters = PageQuery & FilterParameters;

/** The same without the parameters of a page. */
export type FilterParameters = Readonly<{ sort?: string }> & Readonly<Record<string, unknown>>;

/** The query of a list: filters, sort, page, and the list’s own parameters. */
export const querySchema = (list: List, own: Joi.PartialSchemaMap = {}): Joi.ObjectSchema<ListParameters> =>
  objectSchema(list, { ...filterParameters(list), ...pageQuery, ...own });

/** The query of an operation on all items of a list: filters and sort. */
export const filterSchema = (list: List): Joi.ObjectSchema<FilterParameters> =>
  objectSchema(list, filterParameters(list));

/** The prefix of a `contains` filter’s parameters, such as `attributes.`. */
export const keyPrefix = (name: string): string => `${name}.`;

const objectSchema = <T>({ filters }: List, parameters: Joi.PartialSchemaMap): Joi.ObjectSchema<T> =>
  Object.entries(filters)
    .filter(([, { kind }]) => kind === 'contains')
    .reduce<Joi.ObjectSchema<T>>(
      (schema, [name, filter]) =>
        schema
          .pattern(new RegExp(`^${name}\\..{1,40}$`, 's'), parameterSchema(filter))
          .description('Filters; an item must match all of them.'),
      Joi.object(parameters),
    );

const filterParameters = (list: List): Record<string, Joi.Schema> => ({
  ...Object.fromEntries(
    Object.entries(list.filters).flatMap(([name, filter]) =>
      filter.kind === 'contains' ? [] : [[name, parameterSchema(filter)]],
    ),
  ),
  ...(list.sorts.length === 0 ? {} : { sort: sortSchema(list) }),
});

const sortSchema = (list: List): Joi.StringSchema => {
  const { by, descending } = list.defaultSort;
  const defaultSort = descending ? `-${by}` : by;
  const schema = Joi.string().valid(...list.sorts.flatMap((field) => [field, `-${field}`]));
  if (!isSearchable(list)) return schema.default(defaultSort).description('The order; `-` for descending.');
  return schema.description(
    `The order; \`-\` for descending. Without it, the best match for \`q\` first, or else \`${defaultSort}\`.`,
  );
};

/** The schema of a filter’s parameter, or of a `contains` filter’s parameter per key. */
export const parameterSchema = (filter: Filter): Joi.Schema => schemaOf(filter).description(filter.description);

const schemaOf = (filter: Filter): Joi.Schema => {
  switch (filter.kind) {
    case 'equals':
    case 'granted':
      return withExample(valueSchema(filter.format), filter);
    case 'any_of':
      return filter.separator === undefined ? repeatedSchema(filter) : separatedSchema(filter);
    case 'equals_id':
      return idOfAny(Object.keys(filter.fields), filter.message);
    case 'same_email':
      return withExample(text(1, 320), filter);
    case 'from':
    case 'to':
      return time();
    case 'minimum':
    case 'maximum':
      return withExample(decimal(), filter);
    case 'is':
      return Joi.boolean();
    case 'contains':
      return text(0, 500);
    case 'lookup':
      return withExample(label(filter.maxLength), filter);
    case 'search':
      return label(filter.maxLength);
    case 'full_text':
      return withExample(words(filter.maxLength), filter);
  }
};

const withExample = (schema: Joi.Schema, { example }: Filter): Joi.Schema =>
  example === undefined ? schema : schema.example(example);

type AnyOf = Extract<Filter, { kind: 'any_of' }>;

const repeatedSchema = (filter: AnyOf): Joi.ArraySchema => {
  const schema = Joi.array()
    .items(withExample(valueSchema(filter.format), filter))
    .max(filter.maxItems);
  return filter.documentsSingle === true ? schema.single() : schema;
};

const MAX_ID_LENGTH = 40;

const separatedSchema = ({ format, maxItems, separator = ',' }: AnyOf): Joi.StringSchema => {
  const item = valueSchema(format);
  return Joi.string()
    .max(maxItems * MAX_ID_LENGTH)
    .custom((value: string, helpers) => {
      const items = value.split(separator);
      if (items.length > maxItems) return helpers.error('array.max', { limit: maxItems });
      const error = items.map((one) => item.validate(one).error).find((found) => found !== undefined);
      if (error === undefined) return value;
      const message = `must be values separated by "${separator}", of which each ${error.details[0]?.context?.['message']}`;
      return helpers.error('string.pattern.base', { message });
    });
};

const idOfAny = (prefixes: readonly string[], message: string): Joi.StringSchema =>
  matching(Joi.string(), new RegExp(`^(?:${prefixes.join('|')})_${ID_SUFFIX}$`), message).meta({
    maxLength: MAX_ID_LENGTH,
  });
