import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { Cart } from './cart.ts';
import { isInEuropeanUnion, isVatNumberOf } from './vat-number.ts';

const TAX_ID = /^[A-Z0-9/+*]{4,30}$/;

type Taxed = Pick<Cart, 'taxId' | 'shippingAddress' | 'billingAddress'>;

/** Whether a tax id is one of the buyer's country, or there is none. */
export const isTaxIdOf = (cart: Taxed): boolean => taxIdError(cart) === undefined;

/** @throws DomainError `validation_failed` for a tax id that is none of the buyer's country. */
export const requireTaxId = (cart: Taxed): void => {
  const error = taxIdError(cart);
  if (error !== undefined) throw invalid([error]);
};

const taxIdError = ({ taxId, shippingAddress, billingAddress }: Taxed): FieldError | undefined => {
  if (taxId === null) return undefined;
  const country = (shippingAddress ?? billingAddress)?.country;
  const isOfUnion = country !== undefined && isInEuropeanUnion(country);
  if (isOfUnion ? isVatNumberOf(country, taxId) : TAX_ID.test(taxId)) return undefined;
  const message = isOfUnion
    ? `must be a VAT number of ${country}, the country of the address`
    : 'must have 4 to 30 letters and digits';
  return { path: ['tax_id'], code: 'tax_id.format', message };
};
