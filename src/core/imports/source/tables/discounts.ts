import type { DiscountFields } from '#core/pricing/discount-fields.ts';
import { currencyOf, shown } from '../cell-values.ts';
import { isDay } from '../dates.ts';
import { defined, type Fields } from '../fields-of-row.ts';
import { isYes } from '../source-row.ts';
import { DISCOUNT_PRESETS } from './discount-presets.ts';
import type { SourceTable, TableReader } from './table.ts';

/** Those of the API, by their own names. */
const OWN = [
  ...['code', 'name', 'active', 'kind', 'percent', 'amount', 'price', 'currency', 'min_total', 'min_quantity'],
  ...['first_order', 'valid_from', 'valid_to', 'max_uses', 'max_uses_per_customer', 'combinable', 'priority'],
] as const satisfies readonly (keyof DiscountFields)[];

/** What a column of another shop may contain besides. */
const OTHERS = [
  'value',
  'value_type',
  'type',
  'class',
  'status',
  'minimum',
  'once_per_customer',
  'uses',
  'customers',
  'combines',
  'individual_use',
  'free_shipping',
  'restriction',
] as const;

const FIELDS: ReadonlySet<string> = new Set<string>([...OWN, ...OTHERS]);

export const DISCOUNTS: SourceTable = {
  presets: DISCOUNT_PRESETS,
  fieldSet: {
    noun: 'a discount',
    has: (field) => FIELDS.has(field),
    isOwn: (column) => FIELDS.has(column),
    lists: new Set(['combines', 'restriction']),
    naming: new Set(['code']),
    namedBy: 'the code of a discount',
  },
  read: (reader, preset) => {
    if (reader.cells['code'] === undefined)
      reader.reject('code', 'any.required', 'is required: a discount is known by its code');
    const code = reader.cells['code']?.trim();
    const minimum = minimumOf(reader);
    const value = discountValue(reader);
    const uses = usesOf(reader, preset);
    const fields = {
      code,
      name: reader.text('name', 100),
      currency: reader.text('currency', 3)?.toUpperCase(),
      ...minimum,
      ...value,
      first_order: reader.flag('first_order'),
      valid_from: reader.time('valid_from'),
      valid_to: endOf(reader, preset),
      max_uses: uses.left,
      max_uses_per_customer: reader.flag('once_per_customer') ? 1 : countOf(reader, 'max_uses_per_customer'),
      combinable: combinableOf(reader),
      priority: countOf(reader, 'priority'),
      active: reader.flag('active'),
    };
    const isForSome = reader.errors.length === 0 && noteRestrictions(reader);
    // the shop decides: a later run of the file leaves what it has decided
    const defaults = isForSome || uses.areUsedUp || isEnded(reader) ? { active: false } : undefined;
    return { fields: defined(fields), ...(defaults && { defaults }) };
  },
};

const KINDS: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/fixed_price|festpreis/, 'fixed_price'],
  [/free.?shipping|versandkosten|\bshipping\b/, 'free_shipping'],
  [/percent|%|prozent/, 'percent'],
  [/fixed|amount|betrag/, 'amount'],
];

const NOT_HERE = /buy.*get|bxgy|\bapp\b|fixed_product|\bgift|store_credit|smart_coupon/;

const discountValue = (reader: TableReader): Fields => {
  const { cells } = reader;
  const percent = numberOf(reader, 'percent');
  const own = { percent, ...amountOf(reader, 'amount'), ...amountOf(reader, 'price') };
  if (cells['kind'] !== undefined) return defined({ kind: cells['kind'].trim(), ...own });
  const given = reader.number('value');
  // `10 %` says it itself
  const words = [
    ...['type', 'class', 'value_type'].flatMap((field) => cells[field]?.toLowerCase() ?? []),
    given?.unit ?? '',
  ];
  const unknown = words.find((each) => NOT_HERE.test(each));
  if (unknown !== undefined) {
    reader.reject('kind', 'any.only', `${unknown} is a kind of discount that does not exist here`);
    return {};
  }
  const value = given && Math.abs(given.value);
  const isFree = reader.flag('free_shipping') === true;
  const named = KINDS.find(([pattern]) => words.some((each) => pattern.test(each)))?.[1];
  const kind = isFree && !value ? 'free_shipping' : named;
  if (isFree && kind !== 'free_shipping')
    reader.warn('kind', 'lost.free_shipping', 'is free of shipping, too: that was left out');
  if (kind === 'free_shipping' && value !== undefined && ![0, 100].includes(value))
    reader.reject('kind', 'any.only', 'takes off a part of the shipping, which does not exist here');
  if (kind === undefined || kind === 'free_shipping') return defined({ kind, ...own });
  if (kind === 'percent') return { kind, percent: value };
  return defined({ kind, [kind === 'fixed_price' ? 'price' : kind]: value, currency: currencyOf(given?.unit ?? '') });
};

/** An amount, with its currency if the cell says it: `5 EUR` is no amount of another currency. */
const amountOf = (reader: TableReader, field: string, as = field): Fields => {
  const amount = reader.amount(field, as);
  return amount === undefined ? {} : defined({ [as]: amount.value, currency: amount.currency });
};

/** A day without a time may be meant to be the last one. At WooCommerce a coupon ends when its day begins, as here. */
const endOf = (reader: TableReader, preset: string): string | undefined => {
  const [end, cell] = [reader.time('valid_to'), reader.cells['valid_to']];
  if (end !== undefined && cell !== undefined && preset !== 'woocommerce' && isDay(cell))
    reader.warn('valid_to', 'valid_to.day', `ends when ${shown(cell)} begins (UTC): say a time if it is the last day`);
  return end;
};

/** What is left of the uses: former ones do not count here. */
const usesOf = (reader: TableReader, preset: string): Readonly<{ left: number | undefined; areUsedUp: boolean }> => {
  // WooCommerce writes 0 for no limit; others may mean that none is left
  const limit = preset === 'woocommerce' ? countOf(reader, 'max_uses') : numberOf(reader, 'max_uses');
  const former = countOf(reader, 'uses') ?? 0;
  if (limit === undefined) return { left: undefined, areUsedUp: false };
  if (former === 0 || limit <= 0) return { left: limit, areUsedUp: false };
  const left = limit - former;
  if (left <= 0) {
    reader.warn('max_uses', 'uses.used_up', `has been used ${former} of ${limit} times: it is inactive`);
    return { left: undefined, areUsedUp: true };
  }
  reader.warn('max_uses', 'uses.former', `has been used ${former} of ${limit} times: ${left} are left`);
  return { left, areUsedUp: false };
};

/** Shopify writes an amount, or a quantity with a word. */
const minimumOf = (reader: TableReader): Fields => {
  const own = { ...totalOf(reader, 'min_total'), min_quantity: countOf(reader, 'min_quantity') };
  const cell = reader.cells['minimum']?.trim().toLowerCase();
  if (cell === undefined || /^(?:none|0(?:\.0+)?)$/.test(cell)) return own;
  if (!/item|quantity/.test(cell)) return { ...own, ...totalOf(reader, 'minimum') };
  const [quantity] = /\d{1,6}/.exec(cell) ?? [];
  return { ...own, min_quantity: quantity === undefined ? undefined : Number(quantity) };
};

const combinableOf = (reader: TableReader): boolean | undefined => {
  const { combines } = reader.cells;
  const isAlone = reader.flag('individual_use');
  if (isAlone !== undefined) return !isAlone;
  if (combines !== undefined) return combines.split('\n').some((cell) => isYes(cell) !== false);
  return reader.flag('combinable');
};

const isEnded = ({ cells: { status = '' } }: TableReader): boolean =>
  /^(?:expired|draft|disabled|inactive|trash|private|pending)$/i.test(status.trim());

/** A discount of some products or customers must not be one of all. */
const noteRestrictions = (reader: TableReader): boolean => {
  const { class: className, customers, restriction } = reader.cells;
  const isOfProducts = /product/i.test(className ?? '');
  const isOfCustomers = customers !== undefined && !/\ball\b|everyone/i.test(customers);
  const isRestricted = (restriction ?? '').split('\n').some((cell) => !/^\s*(?:|no|0|false)\s*$/i.test(cell));
  if (isOfProducts || isRestricted)
    reader.warn(
      'product_ids',
      'discount.products',
      'is for some items only, which the file does not name as here: it is inactive',
    );
  if (isOfCustomers)
    reader.warn(
      'active',
      'discount.customers',
      'is for some customers only, which does not exist here: it is inactive',
    );
  return isOfProducts || isRestricted || isOfCustomers;
};

const numberOf = (reader: TableReader, field: string): number | undefined => reader.number(field)?.value;

/** Zero is none. */
const totalOf = (reader: TableReader, field: string): Fields => {
  const total = amountOf(reader, field, 'min_total');
  return total['min_total'] === 0 ? {} : total;
};

const countOf = (reader: TableReader, field: string): number | undefined => {
  const number = numberOf(reader, field);
  return number === 0 && field !== 'priority' ? undefined : number;
};
