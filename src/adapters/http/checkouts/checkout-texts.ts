import type { WithdrawalExemption } from '#core/catalog/withdrawal-exemption.ts';
import type { RefusedCode } from '#core/pricing/quote.ts';
import type { Address } from '#core/shared/address.ts';

/** A field of the form, or a group of fields. */
export type Field =
  | 'email'
  | keyof Address
  | 'note'
  | 'tax_id'
  | 'code'
  | 'items'
  | 'quantity'
  | 'shipping_method'
  | 'terms'
  | 'waiver';

type Texts = Readonly<{ title: string; text: string }>;

/** The texts of the page in one language. */
export type CheckoutMessages = Readonly<{
  title: string;
  skip: (items: number, total: string) => string;
  optional: (label: string) => string;
  labels: Readonly<Record<Exclude<Field, 'items' | 'quantity' | 'shipping_method' | 'terms' | 'waiver'>, string>>;
  contactTitle: string;
  emailHint: string;
  account: string;
  shippingTitle: string;
  billingTitle: string;
  otherBilling: string;
  chooseCountry: string;
  shippingMethodTitle: string;
  shippingUnknown: string;
  free: string;
  codesTitle: string;
  codesHint: string;
  refusedCode: (refused: RefusedCode) => string;
  taxIdTitle: string;
  taxIdHint: string;
  itemsTitle: string;
  itemsHint: string;
  quantityOf: (item: string) => string;
  costs: (before: string, now: string) => string;
  outOfStock: string;
  short: string;
  gone: string;
  update: string;
  toShipping: string;
  /** Before the link to the terms, the link, and after it. */
  terms: (shop: string) => readonly [string, string, string];
  /** What the buyer asks for, and knows, by the exemption of an item. */
  waivers: Readonly<Partial<Record<WithdrawalExemption, string>>>;
  withdrawalTitle: string;
  place: (total: string) => string;
  placeFree: string;
  back: string;
  empty: string;
  errorTitle: string;
  /** What is missing where it must be given, and what is wrong where it is malformed. */
  missing: Readonly<Partial<Record<Field, string>>>;
  invalid: Readonly<Partial<Record<Field, string>>>;
  unshippable: string;
  malformed: string;
  /** Why nothing was ordered. */
  alerts: Readonly<Record<'stock' | 'unpaid' | 'changing' | 'ordered', string>>;
  changed: (total: string) => string;
  tooMany: (minutes: number) => string;
  order: (number: number) => string;
  total: string;
  pay: string;
  states: Readonly<
    Record<
      'in_progress' | 'processing' | 'completed' | 'cancelled' | 'expired' | 'order_cancelled' | 'order_expired',
      Texts
    >
  >;
  unknown: Texts;
}>;
