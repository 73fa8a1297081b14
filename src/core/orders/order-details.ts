import { Address, type AddressFields } from '#core/shared/address.ts';
import { invalid } from '#core/shared/domain-error.ts';
import { type StringMap, stringMapErrors } from '#core/shared/string-map.ts';

/** What a writer says of an order beside what is bought. */
export type OrderDetails = Readonly<{
  email?: string | null;
  shipping_address?: AddressFields | null;
  billing_address?: AddressFields | null;
  metadata?: StringMap;
}>;

/** The details as they are kept; those left out have their defaults. @throws DomainError `validation_failed`. */
export const settled = (details: OrderDetails) => {
  const { email = null, shipping_address: shipping, billing_address: billing, metadata = {} } = details;
  const faults = [
    ...stringMapErrors('metadata', metadata),
    ...(shipping ? Address.faults('shipping_address', shipping) : []),
    ...(billing ? Address.faults('billing_address', billing) : []),
  ];
  if (faults.length > 0) throw invalid(faults);
  return {
    email: email?.normalize('NFC') ?? null,
    shippingAddress: shipping ? Address.of(shipping) : null,
    billingAddress: billing ? Address.of(billing) : null,
    metadata,
  };
};

const NO_BUYER = {
  email: null,
  shipping_address: null,
  billing_address: null,
  metadata: {},
  cancel_reason: null,
} as const;

/** The fields that say who bought, in the API's names. */
export const BUYER_FIELDS = Object.keys(NO_BUYER);

/** What is left of events by an erasure: a parcel's number says where somebody lives. */
export const ERASED_ORDER = { ...NO_BUYER, fulfillments: [] } as const;
