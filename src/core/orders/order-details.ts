import { accessLevelOf, requireWrittenByShop } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import { Address, type AddressFields } from '#core/shared/address.ts';
import { alreadyExists, conflict, type DomainError, invalid } from '#core/shared/domain-error.ts';
import { differingMembers } from '#core/shared/same-value.ts';
import { type StringMap, stringMapErrors } from '#core/shared/string-map.ts';

/** The fields of an order beside its items. */
export type OrderDetails = Readonly<{
  /** The order's identifier in another system of the shop, unique. */
  external_id?: string | null;
  email?: string | null;
  shipping_address?: AddressFields | null;
  billing_address?: AddressFields | null;
  metadata?: StringMap;
  /** For the staff. */
  note?: string | null;
}>;

/** Validates the details and applies defaults. @throws DomainError `validation_failed`. */
export const settled = (details: OrderDetails) => {
  const {
    external_id: externalId = null,
    email = null,
    shipping_address: shipping,
    billing_address: billing,
    metadata = {},
    note = null,
  } = details;
  const errors = [
    ...stringMapErrors('metadata', metadata),
    ...(shipping ? Address.errors('shipping_address', shipping) : []),
    ...(billing ? Address.errors('billing_address', billing) : []),
  ];
  if (errors.length > 0) throw invalid(errors);
  const shippingAddress = shipping ? Address.of(shipping) : null;
  const billingAddress = billing ? Address.of(billing) : null;
  return {
    externalId,
    email: email?.normalize('NFC') ?? null,
    shippingAddress,
    billingAddress,
    country: (shippingAddress ?? billingAddress)?.country ?? null,
    metadata,
    note,
  };
};

/** The details as a writer would send them. */
export const detailsOf = (order: Omit<ReturnType<typeof settled>, 'country'>): Required<OrderDetails> => ({
  external_id: order.externalId,
  email: order.email,
  shipping_address: order.shippingAddress,
  billing_address: order.billingAddress,
  metadata: order.metadata,
  note: order.note,
});

/** Which details a change has changed: names only, since values may be personal data, and none that buyers do not see. */
export const changedDetails = (before: OrderDetails, after: OrderDetails): string[] =>
  differingMembers(before, after).filter((field) => field !== 'note');

/** Values of the personal fields in events of an erased buyer. Tracking numbers lead to an address. */
export const ERASED_ORDER = {
  email: null,
  shipping_address: null,
  billing_address: null,
  metadata: {},
  cancel_reason: null,
  fulfillments: [],
} as const;

/** Of an external id, the error for a duplicate would show a customer which ids exist. */
const OF_SHOP = ['external_id', 'note'] as const satisfies readonly (keyof OrderDetails)[];

/** Requires that only the shop writes what is its own. @throws DomainError `validation_failed`. */
export const requireMayWriteDetails = (
  actor: Actor,
  details: Readonly<Partial<Record<keyof OrderDetails, unknown>>>,
): void => {
  requireWrittenByShop(
    actor,
    'orders:write',
    OF_SHOP.filter((field) => details[field] !== undefined),
  );
};

/** @throws DomainError `validation_failed` for who may only write their own orders, and confirms a tax id. */
export const requireMayConfirmTaxId = (actor: Actor, confirmed: boolean | undefined): void => {
  if (confirmed === undefined || accessLevelOf(actor, 'orders:write') === 'all') return;
  const message = 'must be omitted: only the shop confirms a tax id';
  throw invalid([{ path: ['tax_id_confirmed'], code: 'any.unknown', message }]);
};

export const duplicateExternalId = (): DomainError => alreadyExists('external_id', 'is already used by another order');

export const duplicateCheckout = (): DomainError => conflict('The checkout has another order.');
