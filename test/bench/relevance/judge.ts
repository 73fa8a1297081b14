import type { Product } from './types.ts';

/** Words in lower case between single blanks, so that a phrase is found only at the bounds of words. */
const asWords = (text: string): string => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
};

/**
 * Says whether a product is of one of the kinds and has all that is asked for in its name or attributes. Both kinds
 * and things asked for may be given as alternatives, parted by `|`.
 */
export const want = (kinds: string, ...asked: readonly string[]): ((product: Product) => boolean) => {
  const wantedKinds = new Set(kinds.split('|'));
  const phrases = asked.map((one) => one.split('|').map(asWords));
  return (product) => {
    if (!wantedKinds.has(product.kind)) {
      return false;
    }
    const words = asWords([product.name, ...Object.values(product.attributes)].join(' '));
    return phrases.every((alternatives) => alternatives.some((phrase) => words.includes(phrase)));
  };
};

export const theOne = (sku: string): ((product: Product) => boolean) => {
  return (product) => product.sku === sku;
};
