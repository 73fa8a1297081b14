import type { Product } from '#core/catalog/product.ts';
import type { ProductFilter } from '#core/catalog/product-view.ts';
import type { SearchRules } from '#core/shared/languages.ts';

/** Rules of a search without other forms of words. */
export const WITHOUT_LANGUAGE: SearchRules = { version: 1, languages: [], synonyms: [] };

const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** The letters and the digits of a word that has both. */
const partsOf = (word: string): string[] => word.match(/\d+|\D+/g) ?? [];

/** Whether a word has as many letters as digits, or more. */
const isCorrectable = (word: string): boolean => word.replace(/\d/g, '').length >= word.replace(/\D/g, '').length;

/** How many words of a query a product has, computed from all pairs of words. */
const plainCount = (product: Product, asked: readonly string[]): number => {
  const { name, description, sku, category, vendor, attributes, tags } = product;
  const code = sku?.replaceAll(/\W/g, '');
  const texts = [name, description, sku, code, category?.name, vendor, ...Object.entries(attributes).flat(), ...tags];
  const known = texts.flatMap((text) => plainWords(text ?? '')).flatMap((word) => [word, ...partsOf(word)]);
  const hasWord = (word: string): boolean =>
    known.some(
      (other) =>
        other === word ||
        (word === asked.at(-1) && word.length >= 2 && other.startsWith(word)) ||
        (word.length >= 4 && other.length >= 3 && [word, other].every(isCorrectable) && isPlainEdit(word, other)),
    );
  return new Set(asked.filter(hasWord)).size;
};

/** The products with all words of a query; if these are fewer than ten, each with its variants, those with all but one, or else with any. */
export const plainMatches = (products: readonly Product[], q: string): Product[] => {
  const words = plainWords(q);
  const others = words.filter((word) => word !== words.at(-1) || !/^[a-z]$/.test(word));
  // a letter of a word that is being typed need not match
  const asked = others.length > 0 ? others : words;
  const all = new Set(asked).size;
  const withWords = (count: number) => products.filter((product) => plainCount(product, asked) >= count);
  const families = new Set(withWords(all).map(({ id, parentId }) => parentId ?? id));
  if (all < 2 || families.size >= 10) return withWords(all);
  return withWords(all - 1).length > 0 ? withWords(all - 1) : withWords(1);
};

export const hasPlainFields = ({ category, attributes, price }: Product, filter: ProductFilter): boolean =>
  (filter.price_min === undefined || price.toNumber() >= Number(filter.price_min)) &&
  (filter.price_max === undefined || price.toNumber() <= Number(filter.price_max)) &&
  (filter.category === undefined || filter.category.includes(category?.name ?? '')) &&
  (filter.attributes === undefined ||
    Object.entries(filter.attributes).every(([name, value]) => attributes[name] === value));

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
