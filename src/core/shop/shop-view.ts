import type { Address } from '#core/shared/address.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import { Shop } from './shop.ts';

/** The shop as the API shows it. */
export type ShopView = ResourceView<Shop, 'shop'> &
  Readonly<{
    name: string;
    legal_name: string | null;
    address: Address | null;
    tax_id: string | null;
    email: string | null;
    logo_url: string | null;
    time_zone: string;
    invoice_prefix: string;
    credit_note_prefix: string;
    invoice_footer: string | null;
    payment_terms_days: number;
    invoice_retention_years: number;
  }>;

export const shopView = (shop: Shop): ShopView => ({
  id: shop.id,
  object: 'shop',
  ...Shop.fieldsOf(shop),
  ...versionView(shop),
});
