import { makeApiCaller } from '../../../examples/storefront/demo/api-caller.ts';
import { fillShop } from '../../../examples/storefront/demo/fill-shop.ts';
import type { TestApp } from '../servers/start-app.ts';
import { createKey, createProduct, patchProduct, posted } from './resources.ts';

/** More than a page of the list has. */
const SCARVES = 14;

/**
 * The demo shop of the storefronts, with redirects of a former site.
 * @returns a publishable key, and the id of a product with variants
 */
export const fillExampleShop = async (app: TestApp): Promise<Readonly<{ key: string; shirt: string }>> => {
  await fillShop(makeApiCaller(app.url, app.ownerKey));
  const [{ id: shirt }] = (await app.call('/api/products?q=linen+shirt')).json.data;
  await patchProduct(app, shirt, { seo_title: 'Shirts & more', seo_description: 'Light shirts of linen.' });
  for (let each = 1; each <= SCARVES; each += 1) {
    await createProduct(app, { name: `Scarf ${each}`, price: 100 + each, category: 'Scarves' });
  }
  await posted(app, '/api/redirects', { path: '/Old/About.html', target: '/?category=Home' });
  await posted(app, '/api/redirects', { path: '/?p=123', target: '/cart' });
  const { key } = await createKey(app, { kind: 'publishable', allowed_origins: [] });
  return { key, shirt };
};
