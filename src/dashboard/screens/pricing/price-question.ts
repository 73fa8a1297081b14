import { ApiError } from '../../api/api-error.ts';
import { request } from '../../api/request.ts';
import { holds } from '../../app/session.ts';
import { type Field, type FieldValues, toValues } from '../../form/field.ts';
import { codesField } from '../../form/rule-fields.ts';
import { countries } from '../../text/countries.ts';
import { t } from '../../text/text.ts';
import { lineOf, type OrderLine } from '../orders/order-line.ts';
import type { Choices, Customer } from '../orders/quote.ts';

/** A cart, and where and for whom it is priced. */
export type Question = Readonly<{ choices: Choices; values: FieldValues }>;

/** The country and what some rules ask for: streets and names change no price. */
export const placeFields = (): Field[] => [
  { name: 'shipping_address.country', kind: 'choice', ...countries() },
  { name: 'shipping_address.postal_code', kind: 'text' },
  { name: 'shipping_address.state', kind: 'text' },
];

export const termFields = (): Field[] => [codesField, { name: 'tax_id', kind: 'text', hint: t().priceTest.taxIdHint }];

export const allFields = (): Field[] => [...placeFields(), ...termFields()];

/** The names of the fields in an address. */
const PARAMETERS = {
  country: 'shipping_address.country',
  postal_code: 'shipping_address.postal_code',
  state: 'shipping_address.state',
  codes: 'discount_codes',
  tax_id: 'tax_id',
} as const;

const itemsOf = (lines: readonly OrderLine[]): string =>
  lines.map(({ productId, quantity }) => `${productId}:${quantity.trim()}`).join(',');

/** The question as a query, without what is not asked. */
export const toQuery = ({ choices: { lines, customer, shippingMethodId }, values }: Question): string => {
  const fields = Object.entries(PARAMETERS).map(([name, field]) => [name, String(values[field] ?? '')] as const);
  const all = [
    ['items', itemsOf(lines)],
    ['user_id', customer?.id ?? ''],
    ['shipping_method_id', shippingMethodId ?? ''],
    ...fields,
  ];
  return new URLSearchParams(all.filter(([, value]) => value !== '') as [string, string][]).toString();
};

/** Codes have no comma. */
const codesOf = (query: URLSearchParams): readonly string[] =>
  (query.get('codes') ?? '').split(',').filter((code) => code !== '');

/** The question of a query; products and customers that no longer exist are left out. @throws ApiError */
export const readQuestion = async (query: URLSearchParams, signal: AbortSignal): Promise<Question> => {
  const items = (query.get('items') ?? '').split(',').filter((item) => item !== '');
  const [lines, customer] = await Promise.all([
    Promise.all(items.map((item) => readLine(item, signal))),
    readCustomer(query.get('user_id'), signal),
  ]);
  const fields = Object.entries(PARAMETERS).map(([name, field]) => [field, query.get(name) ?? '']);
  return {
    choices: {
      lines: lines.filter((line) => line !== undefined),
      customer,
      shippingMethodId: query.get('shipping_method_id') ?? undefined,
    },
    values: { ...toValues(allFields()), ...Object.fromEntries(fields), discount_codes: codesOf(query) },
  };
};

const readLine = async (item: string, signal: AbortSignal): Promise<OrderLine | undefined> => {
  const [id = '', quantity = '1'] = item.split(':');
  const product = await found(request('get', '/api/products/{id}', { params: { id }, signal }));
  return product && lineOf(product.data, quantity);
};

const readCustomer = async (id: string | null, signal: AbortSignal): Promise<Customer | undefined> => {
  if (id === null || !holds('users:read')) return undefined;
  return (await found(request('get', '/api/users/{id}', { params: { id }, signal })))?.data;
};

/** Undefined for what does not exist. */
const found = <T>(loading: Promise<T>): Promise<T | undefined> =>
  loading.catch((error: unknown) => {
    if (error instanceof ApiError && error.problem.status === 404) return undefined;
    throw error;
  });
