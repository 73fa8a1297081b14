import type { Visibility } from '#core/catalog/ports.ts';
import type { Product } from '#core/catalog/product.ts';
import type { ProductFilter } from '#core/catalog/product-view.ts';

const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** Whether a word has as many letters as digits, or more. */
const isCorrectable = (word: string): boolean => word.replace(/\d/g, '').length >= word.replace(/\D/g, '').length;

/** The matches of a query, computed from all pairs of words. */
export const isPlainMatch = (product: Product, filter: ProductFilter, visibility: Visibility): boolean => {
  const { name, description, sku, category, attributes, price, status } = product;
  const texts = [
    name,
    description,
    sku,
    sku?.replaceAll(/\W/g, ''),
    category?.name,
    ...Object.entries(attributes).flat(),
  ];
  const known = texts.flatMap((text) => plainWords(text ?? ''));
  const asked = plainWords(filter.q ?? '');
  const matchesWord = (word: string, index: number): boolean =>
    known.some(
      (other) =>
        other === word ||
        (index === asked.length - 1 && word.length >= 2 && other.startsWith(word)) ||
        (word.length >= 4 && other.length >= 3 && [word, other].every(isCorrectable) && isPlainEdit(word, other)),
    );
  return (
    asked.every(matchesWord) &&
    (visibility === 'full' || status === 'active') &&
    (filter.price_min === undefined || price.toNumber() >= Number(filter.price_min)) &&
    (filter.price_max === undefined || price.toNumber() <= Number(filter.price_max)) &&
    (filter.category === undefined || filter.category.includes(category?.name ?? '')) &&
    (filter.attributes === undefined ||
      Object.entries(filter.attributes).every(([name, value]) => attributes[name] === value))
  );
};

/** Whether one of all edits of a word gives another. */
const isPlainEdit = (word: string, other: string): boolean => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  for (let index = 0; index <= word.length; index += 1) {
    const [start, rest] = [word.slice(0, index), word.slice(index)];
    const [next = '', afterNext = ''] = rest;
    if (/[a-z]/.test(next) && start + rest.slice(1) === other) return true;
    if (/[a-z]{2}/.test(next + afterNext) && start + afterNext + next + rest.slice(2) === other) return true;
    for (const letter of letters) {
      if (start + letter + rest === other) return true;
      if (/[a-z]/.test(next) && start + letter + rest.slice(1) === other) return true;
    }
  }
  return false;
};
