import { Money } from '#core/shared/money.ts';
import { TAX_EXEMPTIONS } from './quote.ts';

/** The errors of the members of a quote, apart from their amounts, which `quoteErrors` checks. */
export const quoteShapeErrors = (value: unknown): string[] => {
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
