import type { Medium, Product } from '../api/resources.ts';
import { element } from './element.ts';
import { money } from './money.ts';

/** The picture of an order's item, or a blank in its place. The name beside it says what it is. */
export const picture = (url: string | null | undefined): HTMLElement =>
  url === null || url === undefined
    ? element('span', { class: 'picture' })
    : element('img', { class: 'picture', src: url, alt: '', loading: 'lazy' });

/** The picture of a product in the size that the page needs, or a blank in its place. `sizes`: how wide it is shown. */
export const responsivePicture = (medium: Medium | undefined, sizes: string): HTMLElement => {
  if (medium === undefined) return picture(null);
  const { url, alt, width, height } = medium;
  const source = (format: 'avif' | 'webp') =>
    element('source', {
      type: `image/${format}`,
      srcset: medium.sizes.map((size) => `${size[format]} ${size.width}w`).join(', '),
      sizes,
    });
  const dimensions = { width: width ?? undefined, height: height ?? undefined };
  return element(
    'picture',
    {},
    ...(medium.sizes.length === 0 ? [] : [source('avif'), source('webp')]),
    element('img', { class: 'picture', src: url, alt: alt ?? '', loading: 'lazy', ...dimensions }),
  );
};

/** A price with the one before a reduction, and the lowest of the 30 days before it. */
export const priceView = (product: Product): HTMLElement => {
  const { price, currency, compare_at_price: former, price_min: lowest, price_max: highest } = product;
  if (lowest !== undefined && highest !== undefined && lowest !== highest) {
    return element('p', { class: 'price' }, `from ${money(lowest, currency)}`);
  }
  const shown = money(lowest ?? price, currency);
  if (former === null || former <= price) return element('p', { class: 'price' }, shown);
  const lowest30 = product.lowest_price_30d;
  return element(
    'p',
    { class: 'price' },
    element('strong', { class: 'reduced' }, shown),
    ' ',
    element('s', {}, money(former, currency)),
    lowest30 === undefined
      ? null
      : element('span', { class: 'hint' }, `Lowest price of the last 30 days: ${money(lowest30, currency)}`),
  );
};

export const productCard = (product: Product): HTMLElement =>
  element(
    'li',
    { class: 'card' },
    element(
      'a',
      { href: `/products/${encodeURIComponent(product.id)}` },
      responsivePicture(product.media[0], '(min-width: 60rem) 20rem, 50vw'),
      element('h2', {}, product.name),
    ),
    priceView(product),
    product.available ? null : element('p', { class: 'hint' }, 'Sold out'),
  );

/** Such as `M, blue`. */
export const optionsText = (options: Readonly<Record<string, string>>): string => Object.values(options).join(', ');
