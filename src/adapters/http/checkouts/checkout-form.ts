import type { CartContents, CartPatch } from '#core/carts/cart-contents.ts';
import type { PricedContents } from '#core/carts/price-contents.ts';
import type { ProductId } from '#core/catalog/product.ts';
import type { Checkout } from '#core/checkouts/checkout.ts';
import type { ShownCheckout } from '#core/checkouts/shown-checkout.ts';
import { discountCode } from '#core/pricing/discount-fields.ts';
import type { Address, AddressFields } from '#core/shared/address.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import { fieldText } from '../hosted/hosted-form.ts';
import { bodyErrors } from '../request/validation.ts';
import type { CheckoutMessages, Field } from './checkout-texts.ts';
import { checkoutPatch } from './schemas.ts';

const ADDRESS_PARTS = [
  ...(['name', 'company', 'line1', 'line2', 'postal_code', 'city', 'state', 'country', 'phone'] as const),
] satisfies (keyof Address)[];

/** The parts that the page asks for. */
export const partsOf = (kind: AddressKind): readonly (keyof Address)[] =>
  kind === 'shipping' ? ADDRESS_PARTS : ADDRESS_PARTS.filter((part) => part !== 'phone');

/** Countries in which nothing arrives without a postal code, or without a state. */
const WITH_POSTAL_CODE = new Set(
  'AT AU BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IT JP LI LT LU LV MT NL NO NZ PL PT RO SE SI SK US'.split(' '),
);
const WITH_STATE = new Set(['AU', 'CA', 'US']);

/** The parts without which nothing arrives in a country. */
export const requiredParts = ({ country }: Pick<Address, 'country'>): readonly (keyof Address)[] => [
  ...(['name', 'line1', 'city', 'country'] as const),
  ...(country === '' || WITH_POSTAL_CODE.has(country) ? ['postal_code' as const] : []),
  ...(WITH_STATE.has(country) ? ['state' as const] : []),
];

type AddressForm = Readonly<Record<keyof Address, string>>;

export type AddressKind = 'shipping' | 'billing';

/** What a buyer has entered. */
export type CheckoutForm = Readonly<{
  email: string;
  note: string;
  taxId: string;
  newCode: string;
  /** Of the codes of the checkout those that stay. */
  codes: readonly string[];
  /** By product; without those that the page did not offer. */
  quantities: ReadonlyMap<ProductId, string>;
  shipping: AddressForm;
  billing: AddressForm;
  /** Without a shipping address the shop's country counts, such as for the tax. */
  hasShipping: boolean;
  hasBilling: boolean;
  shippingMethod: string;
  terms: boolean;
  waiver: boolean;
}>;

/** The name and id of the field for the quantity of a product. */
export const quantityField = (id: ProductId): string => `quantity_${id}`;

const addressForm = (textOf: (part: keyof Address) => string): AddressForm =>
  Object.fromEntries(ADDRESS_PARTS.map((part) => [part, textOf(part)])) as AddressForm;

/** The country that the page has chosen, alone, is no address. */
const isBlank = ({ country, ...parts }: AddressForm, preset: string): boolean =>
  (country === '' || country === preset) && Object.values(parts).every((text) => text === '');

/** @param country That of the shop, which the page has chosen for the buyer. */
export const readForm = (
  fields: URLSearchParams,
  { contents }: Pick<Checkout, 'contents'>,
  country: string,
): CheckoutForm => {
  const text = (name: string): string => fieldText(fields, name);
  const kept = new Set(fields.getAll('code'));
  const shipping = addressForm((part) => text(`shipping_${part}`));
  const offered = contents.items.filter(({ productId }) => fields.has(quantityField(productId)));
  return {
    email: text('email'),
    note: text('note'),
    taxId: text('tax_id'),
    newCode: text('new_code'),
    codes: contents.discountCodes.filter((code) => kept.has(code)),
    quantities: new Map(offered.map(({ productId }) => [productId, text(quantityField(productId))])),
    shipping,
    billing: addressForm((part) => text(`billing_${part}`)),
    hasShipping: !isBlank(shipping, country),
    hasBilling: fields.has('other_billing'),
    shippingMethod: text('shipping_method'),
    terms: fields.has('terms'),
    waiver: fields.has('waiver'),
  };
};

/** The form with what is stored. @param country That of the shop, where most buyers are. */
export const storedForm = ({ contents, accepted }: Checkout, country: string): CheckoutForm => ({
  email: contents.email ?? '',
  note: contents.note ?? '',
  taxId: contents.taxId ?? '',
  newCode: '',
  codes: contents.discountCodes,
  quantities: new Map(contents.items.map(({ productId, quantity }) => [productId, String(quantity)])),
  shipping: addressForm((part) => (contents.shippingAddress ?? ({ country } as Partial<Address>))[part] ?? ''),
  billing: addressForm((part) => contents.billingAddress?.[part] ?? ''),
  hasShipping: contents.shippingAddress !== null,
  hasBilling: contents.billingAddress !== null,
  shippingMethod: contents.shippingMethodId ?? '',
  terms: accepted.terms !== null,
  waiver: accepted.withdrawalWaiver !== null,
});

/** What the page does not ask for stays. The schema says what is missing of those that are not null. */
const addressOf = (form: AddressForm, kind: AddressKind): AddressFields => ({
  ...(Object.fromEntries(partsOf(kind).map((part) => [part, form[part] || null])) as Address),
  ...{ line1: form.line1, country: form.country },
});

const quantityOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : -1);

const patchOf = (form: CheckoutForm, { userId, contents }: Pick<Checkout, 'userId' | 'contents'>): CartPatch => {
  const { codes, newCode } = form;
  const items = [...form.quantities].map(([id, text]) => ({ product_id: id, quantity: quantityOf(text) }));
  const isKnown = codes.some((code) => discountCode(code) === discountCode(newCode));
  return {
    ...(userId === null && { email: form.email || null }),
    ...(contents.items.length > 0 && { items: items.filter(({ quantity }) => quantity !== 0) }),
    shipping_address: form.hasShipping ? addressOf(form.shipping, 'shipping') : null,
    billing_address: form.hasBilling ? addressOf(form.billing, 'billing') : null,
    shipping_method_id: form.shippingMethod || null,
    discount_codes: newCode === '' || isKnown ? codes : [...codes, newCode],
    tax_id: form.taxId || null,
    note: form.note || null,
  };
};

/** What is entered correctly as a change of the checkout, and what is wrong with the rest. */
export const checkedForm = (
  form: CheckoutForm,
  { checkout, priced }: Pick<ShownCheckout, 'checkout' | 'priced'>,
  messages: CheckoutMessages,
): Readonly<{ patch: CartPatch; errors: Map<string, string> }> => {
  const patch = patchOf(form, checkout);
  const gone = (priced?.items ?? []).some(({ productId, refusal }) => refusal && form.quantities.has(productId));
  const found: FieldError[] = [
    ...(gone ? [{ path: ['items'], code: 'any.only', message: '' }] : []),
    ...bodyErrors(checkoutPatch, patch, { reportsAll: true }),
  ];
  const wrong = new Set(found.map(({ path: [group] }) => String(group)));
  const entries = Object.entries(patch).filter(([group]) => !wrong.has(group));
  return { patch: Object.fromEntries(entries), errors: errorsAt(found, patch, messages) };
};

/** What errors are about: the items and codes to which their paths refer. */
type Referred = Readonly<{ items?: CartPatch['items']; discount_codes?: CartPatch['discount_codes'] }>;

const referredIn = (contents: CartContents): Referred => ({
  items: contents.items.map(({ productId, quantity }) => ({ product_id: productId, quantity })),
  discount_codes: contents.discountCodes,
});

/** The errors of a form, by the ids of its fields. */
export const errorsAt = (
  found: readonly FieldError[],
  referred: Referred,
  messages: CheckoutMessages,
): Map<string, string> => {
  const errors = new Map<string, string>();
  for (const error of found) {
    const { id, field } = placeOf(error, referred);
    if (!errors.has(id)) errors.set(id, messageOf(error, { field, referred, messages }));
  }
  return errors;
};

/** Of an address to which no shipping method applies, also for the items, the currency or a price that none is for. */
const UNSHIPPABLE = 'shipping.unavailable';

type Place = Readonly<{ id: string; field: Field }>;

const placeOf = ({ path: [group, part, detail], code }: FieldError, { items }: Referred): Place => {
  if (code === UNSHIPPABLE) return { id: 'shipping_method', field: 'shipping_method' };
  switch (group) {
    case 'email':
    case 'note':
    case 'tax_id':
      return { id: group, field: group };
    case 'shipping_address':
    case 'billing_address': {
      const field = (part ?? (code === 'any.required' ? 'line1' : 'country')) as keyof Address;
      return { id: `${group.slice(0, -'_address'.length)}_${field}`, field };
    }
    case 'discount_codes':
      return { id: 'new_code', field: 'code' };
    case 'shipping_method_id':
      return { id: 'shipping_method', field: 'shipping_method' };
    case 'accepted': {
      const field = part === 'terms' ? 'terms' : 'waiver';
      return { id: field, field };
    }
    default: {
      const item = detail === 'quantity' && typeof part === 'number' ? items?.[part] : undefined;
      return item === undefined
        ? { id: 'items', field: 'items' }
        : { id: quantityField(item.product_id), field: 'quantity' };
    }
  }
};

type Told = Readonly<{ field: Field; referred: Referred; messages: CheckoutMessages }>;

const messageOf = ({ path, code, message }: FieldError, { field, referred, messages }: Told): string => {
  const [, position] = path;
  if (code.startsWith('discount.') && typeof position === 'number') {
    const reason = code.slice('discount.'.length);
    return messages.refusedCode({ code: referred.discount_codes?.[position] ?? '', reason, message });
  }
  if (code === 'stock.insufficient') return messages.short;
  if (code === UNSHIPPABLE) return messages.unshippable;
  const isMissing = code === 'any.required' || code === 'string.empty';
  return (isMissing ? messages.missing : messages.invalid)[field] ?? messages.malformed;
};

/** What an order needs that is not there yet, of the buyer and of the page. */
export const missingOnPage = (
  form: CheckoutForm,
  { checkout, missing, priced }: ShownCheckout,
  messages: CheckoutMessages,
): Map<string, string> => {
  const needed: AddressKind[] = [
    ...(needsAddress(priced) || form.hasShipping ? ['shipping' as const] : []),
    ...(form.hasBilling ? ['billing' as const] : []),
  ];
  const parts = needed.flatMap((kind) =>
    requiredParts(form[kind])
      .filter((part) => form[kind][part] === '')
      .map((part): [string, string] => [`${kind}_${part}`, messages.missing[part] ?? messages.malformed]),
  );
  // the page says above the form what became of the cart
  const ofFields = missing.filter(({ path: [group] }) => group !== 'cart_id');
  const others = errorsAt(ofFields, referredIn(checkout.contents), messages);
  // without an address there is nothing to choose
  if (parts.length > 0) others.delete('shipping_method');
  return new Map([...others, ...parts]);
};

/** Whether the shop ships what is ordered. */
export const needsAddress = (priced: PricedContents | undefined): boolean =>
  priced?.priced?.quote.requiresShipping ?? true;
