import type { ProductFilter, Visibility } from '#core/catalog/catalog-queries.ts';
import { given, type Parameters } from '../lists/page-query.ts';

// as the partial indexes say it, word for word
const AVAILABLE = `t.status = 'active' and (t.stock is null or t.stock > 0)`;

/** The conditions that a filter puts on the rows `t` of products; each has its index. */
export const productConditions = (filter: ProductFilter, sight: Visibility, parameters: Parameters): string[] => {
  const { ids, categories, priceMin, priceMax, currency, sku, status, available, attributes } = filter;
  const { createdFrom, createdTo, updatedFrom } = filter;
  const add = (value: unknown): string => parameters.add(value);
  return [
    ...(sight === 'public' ? [`t.status = 'active'`] : []),
    ...given(ids, (value) => `t.id = any(${add(value)}::text[])`),
    ...categoryCondition(categories, parameters),
    ...given(priceMin, (value) => `t.price_major >= ${add(value)}::numeric`),
    ...given(priceMax, (value) => `t.price_major <= ${add(value)}::numeric`),
    ...given(currency, (value) => `t.currency = ${add(value)}`),
    ...given(sku, (value) => `t.sku = ${add(value)}`),
    ...given(status, (value) => `t.status = ${add(value)}`),
    ...(available === undefined ? [] : [available ? AVAILABLE : `not (${AVAILABLE})`]),
    ...given(attributes, (value) => `t.attributes @> ${add(JSON.stringify(value))}::jsonb`),
    ...given(createdFrom, (value) => `t.created_at >= ${add(value)}::timestamptz`),
    ...given(createdTo, (value) => `t.created_at <= ${add(value)}::timestamptz`),
    ...given(updatedFrom, (value) => `t.updated_at >= ${add(value)}::timestamptz`),
  ];
};

/** One category is an equation, so that its index gives the rows in the order of the sort. */
const categoryCondition = (names: readonly string[] | undefined, parameters: Parameters): string[] => {
  if (names === undefined) return [];
  const [name] = names;
  return names.length === 1
    ? [`t.category_id = (select id from categories where name = ${parameters.add(name)})`]
    : [`t.category_id = any(array(select id from categories where name = any(${parameters.add(names)}::text[])))`];
};
