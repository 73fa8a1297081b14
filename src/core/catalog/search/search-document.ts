// Why: docs/decisions/0026-product-search.md

import type { Product } from '../product.ts';
import { codeOf, wordsOf } from './words.ts';

/** Where a word is: A in the name, B in the sku, the barcode or the category, C in the attributes or options, D in the description. */
export const WEIGHTS = ['A', 'B', 'C', 'D'] as const;

export type Weight = (typeof WEIGHTS)[number];

/** What a product is found by. */
export type SearchDocument = Readonly<{
  /** Each word with its best weight. */
  words: ReadonlyMap<string, Weight>;
  /** How many words the name has. */
  nameLength: number;
}>;

/** The fields that a search reads. */
export type SearchedFields = Pick<
  Product,
  'name' | 'sku' | 'barcode' | 'category' | 'attributes' | 'options' | 'description'
>;

/** The limit of different words, so that the longest descriptions fit into an index. */
const MAX_WORDS = 5_000;

/** A code as a word of its own, which no text contains, so that it is recognised as the complete code. */
export const completeCode = (code: string): string => `=${code}`;

export const searchDocumentOf = ({
  name,
  sku,
  barcode,
  category,
  attributes,
  options,
  description,
}: SearchedFields): SearchDocument => {
  const words = new Map<string, Weight>();
  const add = (weight: Weight, added: readonly string[]): void => {
    for (const word of added) if (!words.has(word) && words.size < MAX_WORDS) words.set(word, weight);
  };
  const nameWords = wordsOf(name);
  add('A', nameWords);
  for (const code of [sku, barcode]) {
    const whole = codeOf(code ?? '');
    if (code !== null && whole !== '') add('B', [...wordsOf(code), whole, completeCode(whole)]);
  }
  add('B', wordsOf(category?.name ?? ''));
  for (const [attribute, value] of [...Object.entries(attributes), ...Object.entries(options)])
    add('C', [...wordsOf(value), ...wordsOf(attribute)]);
  add('D', wordsOf(description ?? ''));
  return { words, nameLength: nameWords.length };
};
