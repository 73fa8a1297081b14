import type { Product } from '../product.ts';
import { htmlText } from '../search/html-text.ts';

/** More is not read of a description, so that a long one costs no more. */
const MAX_READ = 20_000;

/** Characters that a search may ignore, and a reader may not. */
const CODES: Readonly<Record<string, number>> = { amp: 38, lt: 60, gt: 62, quot: 34, apos: 39 };

const plainText = (text: string): string =>
  htmlText(text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => `&#${CODES[name]};`))
    .replace(/[^\S\n]+/g, ' ')
    .trim();

/** The beginning of a text in code points, so that no character is cut in two. */
export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');

/** The description without HTML; null for a product without one. */
export const plainDescription = ({ description, seoDescription }: Product, max: number): string | null => {
  const text = plainText((description ?? seoDescription ?? '').slice(0, MAX_READ));
  return text === '' ? null : shortened(text, max);
};

/** The name of a product; a variant that is called like its parent is told apart by its options. */
export const distinctName = ({ name, options }: Product, parent: Pick<Product, 'name'> | null): string =>
  parent === null || name !== parent.name ? name : [name, ...Object.values(options)].join(' – ');
