import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ApiCaller } from './api-caller.ts';
import { DEMO_PRODUCTS } from './products.ts';

/** In percent: the standard rate, and that of books. */
const TAX = { DE: [19, 7], AT: [20, 10], FR: [20, 5.5], NL: [21, 9] } as const;

const EVERYWHERE_IN_THE_EU = Object.keys(TAX);

/** What buyers are told of their right of withdrawal; a real shop has its full instruction here. */
const WITHDRAWAL_NOTICE =
  'You have the right to withdraw from this contract within 14 days without giving any reason. The period ends 14 days after ' +
  'you have received the last goods. To withdraw, use the function on our page, or tell us by e-mail.';

/** Names an empty shop, and fills it with products, tax rates, shipping methods and the discount code `WELCOME10`. */
export const fillShop = async (call: ApiCaller): Promise<void> => {
  await call('/api/shop', { name: 'Harbour Goods', withdrawal_notice: WITHDRAWAL_NOTICE }, 'PATCH');
  for (const [country, [standard, books]] of Object.entries(TAX)) {
    await call('/api/tax_rates', { name: 'VAT', percent: standard, country });
    await call('/api/tax_rates', { name: 'VAT', percent: books, country, tax_category: 'books' });
  }
  const methods = [
    { name: 'Standard', tiers: [{ up_to: null, price: 4.9 }], free_above: 80 },
    { name: 'Express', tiers: [{ up_to: null, price: 12.9 }] },
  ];
  for (const method of methods) await call('/api/shipping_methods', { ...method, countries: EVERYWHERE_IN_THE_EU });
  await call('/api/discounts', { name: 'Welcome', code: 'WELCOME10', kind: 'percent', percent: 10 });
  // the newest product is listed first
  for (const product of DEMO_PRODUCTS.toReversed()) await addProduct(call, product);
};

const addProduct = async (call: ApiCaller, { image, fields, sizes = [] }: (typeof DEMO_PRODUCTS)[number]) => {
  const file = await readFile(path.join(import.meta.dirname, 'images', `${image}.png`));
  const { url } = await call('/api/images', new Blob([file], { type: 'image/png' }));
  const { id } = await call('/api/products', { ...fields, images: [url] });
  for (const size of sizes) {
    const variant = { name: fields['name'], price: fields['price'], stock: 20 };
    await call('/api/products', { ...variant, parent_id: id, options: { size } });
  }
};
