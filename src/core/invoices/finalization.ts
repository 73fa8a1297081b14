import type { Shop } from '#core/shop/shop.ts';
import type { Party } from './document-parts.ts';
import type { Finalization, Invoice } from './invoice.ts';

const DAY_MS = 86_400_000;

const DIGITS = 6;

/** The number of a document as it is printed: `INV-000001`. */
export const documentNumber = (prefix: string, number: number): string =>
  `${prefix}${String(number).padStart(DIGITS, '0')}`;

/** What the file of a document is called: a prefix of numbers may have any characters. */
export const fileNameOf = (number: string): string => `${number.replaceAll(/[^\w.-]+/g, '-')}.pdf`;

/** The shop as the seller. */
export const sellerOf = (shop: Shop): Party => ({
  name: shop.name,
  legalName: shop.legalName,
  address: shop.address,
  taxId: shop.taxId,
  email: shop.email,
});

/** What the finalization of an invoice adds, except its number. */
export const finalizationOf = (
  invoice: Invoice,
  { shop, userName, at }: Readonly<{ shop: Shop; userName: string | null; at: Date }>,
): Omit<Finalization, 'number'> & Pick<Invoice, 'footer'> => ({
  seller: sellerOf(shop),
  buyer: buyerOf(invoice, userName),
  footer: invoice.footer ?? shop.invoiceFooter,
  dueAt: invoice.dueAt ?? new Date(at.getTime() + shop.paymentTermsDays * DAY_MS),
  at,
});

/** The buyer by the billing address, or else by the user. */
const buyerOf = ({ billingAddress, email, charges }: Invoice, userName: string | null): Party => {
  const name = billingAddress?.company ?? billingAddress?.name ?? userName ?? email ?? '';
  return { name, legalName: null, address: billingAddress, taxId: charges.taxId, email };
};
