import { Money } from '#core/shared/money.ts';
import type { Cart } from './cart.ts';
import { PricedLine } from './priced-line.ts';
import { type Quote, TAX_EXEMPTIONS } from './quote.ts';

/** The errors of the members of a quote, apart from their amounts, which `quoteErrors` checks. */
const quoteShapeErrors = (value: unknown): string[] => {
  if (!isRecord(value)) return ['it is not an object'];
  const isExempt = value['taxExemption'] === null || TAX_EXEMPTIONS.some((one) => one === value['taxExemption']);
  return [
    ...FLAGS.filter((name) => typeof value[name] !== 'boolean').map((name) => `${name} must be true or false`),
    ...(isExempt ? [] : [`taxExemption must be null or one of ${TAX_EXEMPTIONS.join(', ')}`]),
    ...Object.entries({ ...LISTS, ...presentIn(value, OPTIONAL_LISTS) })
      .filter(([name, isEntry]) => !isListOf(value[name], isEntry))
      .map(([name]) => `${name} must be a list of complete entries`),
  ];
};

type Check = (value: unknown) => boolean;

const FLAGS = ['pricesIncludeTax', 'requiresShipping'];

/** The checks of members that may be omitted and are not. */
const presentIn = (value: object, checks: Readonly<Record<string, Check>>): Readonly<Record<string, Check>> =>
  Object.fromEntries(Object.entries(checks).filter(([name]) => name in value));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isListOf = (value: unknown, isEntry: Check): boolean => Array.isArray(value) && value.every(isEntry);

const entryOf =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) && Object.entries(members).every(([name, isValid]) => isValid(value[name]));

const orNull =
  (isValid: Check): Check =>
  (value) =>
    value === null || isValid(value);

const isText: Check = (value) => typeof value === 'string' && value !== '';
const isMoney: Check = (value) => value instanceof Money;
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isRate: Check = (value) => isCount(value) && Number(value) <= 1_000_000;

const PRICED: Readonly<Record<string, Check>> = {
  discounts: (value) => isListOf(value, entryOf({ discount: isCount, amount: isMoney })),
  tax: orNull(entryOf({ name: isText, rate: isRate, amount: isMoney })),
};

const METHOD = { methodId: isText, name: isText, price: isMoney };

const LISTS: Readonly<Record<string, Check>> = {
  items: entryOf({ unitPrice: isMoney, ...PRICED }),
  shippingLines: entryOf({ ...METHOD, ...PRICED }),
  discounts: entryOf({ id: orNull(isText), code: orNull(isText), name: isText, maxUsesPerCustomer: orNull(isCount) }),
  refusedCodes: entryOf({ code: isText, reason: isText, message: isText }),
  shippingOptions: entryOf(METHOD),
};

const REFUSED = { name: isText, reason: isText, message: isText };

const OPTIONAL_LISTS: Readonly<Record<string, Check>> = {
  refusedDiscounts: entryOf({ id: orNull(isText), ...REFUSED }),
  refusedShipping: entryOf({ methodId: isText, ...REFUSED }),
};

/** The errors of another provider's quote: no order may keep amounts that do not add up. */
export const quoteErrors = (cart: Cart, quote: Quote): string[] => {
  const shapeErrors = quoteShapeErrors(quote);
  if (shapeErrors.length > 0) return shapeErrors;
  if (quote.items.length !== cart.lines.length) {
    return [
      `items must have one entry per line of the cart: it has ${quote.items.length}, and the cart ${cart.lines.length}`,
    ];
  }
  const items = quote.items.map(({ unitPrice, ...line }, index) => ({
    ...line,
    price: unitPrice.times(BigInt(cart.lines[index]?.quantity ?? 0)),
  }));
  return [
    ...items.flatMap((line, index) => lineErrors(line, { cart, quote, name: `items[${index}]` })),
    ...changedPrices(cart, quote),
    ...quote.shippingLines.flatMap((line, index) => lineErrors(line, { cart, quote, name: `shippingLines[${index}]` })),
    ...(quote.shippingLines.every(({ methodId }) => methodId === cart.shippingMethodId)
      ? []
      : ['shippingLines must only have the chosen method']),
    ...(quote.shippingLines.length > 1 ? ['shippingLines must have the chosen method once'] : []),
    ...quote.shippingOptions.flatMap(({ price }, index) =>
      isAmountOf(cart, price) ? [] : [`shippingOptions[${index}].price must be ${amountRule(cart)}`],
    ),
  ];
};

/** What the staff has set stays, but for a tax that an exemption takes out. */
const changedPrices = ({ lines }: Cart, { items, taxExemption }: Quote): string[] =>
  lines.flatMap(({ isPriceSet, unitPrice }, index) =>
    !isPriceSet || taxExemption !== null || items[index]?.unitPrice.compare(unitPrice) === 0
      ? []
      : [`items[${index}].unitPrice must be that of the cart: isPriceSet`],
  );

const amountRule = ({ currency }: Cart): string => `at least 0, at most 999999999999.99 and in ${currency}`;

const isAmountOf = ({ currency }: Cart, amount: Money): boolean =>
  amount.currency === currency && !amount.isNegative && !amount.isTooLarge;

type Context = Readonly<{ cart: Cart; quote: Quote; name: string }>;

const lineErrors = (line: PricedLine, { cart, quote, name }: Context): string[] => {
  const amounts = [line.price, ...line.discounts.map(({ amount }) => amount), PricedLine.tax(line)];
  if (!amounts.every((amount) => isAmountOf(cart, amount))) {
    return [`the amounts of ${name} must be ${amountRule(cart)}`];
  }
  if (line.discounts.some(({ discount }) => quote.discounts[discount] === undefined)) {
    return [`the discounts of ${name} must refer to positions in discounts`];
  }
  const discounted = PricedLine.discounted(line);
  if (discounted.isNegative) return [`the discounts of ${name} must be at most its price`];
  const isTaxed = !quote.pricesIncludeTax || PricedLine.tax(line).compare(discounted) <= 0;
  return isTaxed ? [] : [`the tax of ${name} must be at most its price, which includes it`];
};
