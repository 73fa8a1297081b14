// Why: docs/decisions/0026-product-search.md

import type { Product } from '../product.ts';
import { htmlText } from './html-text.ts';
import { codeOf, wordsOf } from './words.ts';

/**
 * Where a word is: A in the name, B in the sku, the barcode, the category or the vendor, C in the attributes, the options
 * or the tags, D in the description.
 */
export const WEIGHTS = ['A', 'B', 'C', 'D'] as const;

export type Weight = (typeof WEIGHTS)[number];

/** Where a word is, so that phrases are found. */
type Place = Readonly<{ at: number; weight: Weight }>;

/** What a product is found by. */
export type SearchDocument = Readonly<{
  /** Each word with its places, the first in the best field. */
  words: ReadonlyMap<string, readonly [Place, ...Place[]]>;
  /** How many words the name has. */
  nameLength: number;
}>;

/** The fields that a search reads. */
export type SearchedFields = Pick<
  Product,
  'name' | 'sku' | 'barcode' | 'category' | 'vendor' | 'attributes' | 'options' | 'tags' | 'description'
>;

/** The limit of different words, so that the longest descriptions fit into an index. */
const MAX_WORDS = 5_000;

/** The limit of places of one word, for the same reason. */
const MAX_PLACES = 16;

/** How much of a description is searched: the words of 50,000 characters would hold the event loop for 20 milliseconds. */
const MAX_DESCRIPTION = 10_000;

/** Between two texts, so that no phrase is found across both. */
const GAP = 10;

/** PostgreSQL knows no later place. */
const LAST_PLACE = 16_000;

/** A code as a word of its own, which no text contains, so that it is recognised as the complete code. */
export const completeCode = (code: string): string => `=${code}`;

export const searchDocumentOf = ({
  name,
  sku,
  barcode,
  category,
  vendor,
  attributes,
  options,
  tags,
  description,
}: SearchedFields): SearchDocument => {
  const words = new Map<string, [Place, ...Place[]]>();
  let end = 0;
  const add = (weight: Weight, text: string, codes: readonly string[] = []): number => {
    const placed = [...wordsOf(text), ...codes.map((word) => ({ word, at: 0 }))];
    for (const { word, at } of placed) {
      const place = { at: Math.min(end + at, LAST_PLACE), weight };
      const places = words.get(word);
      if (places === undefined && words.size < MAX_WORDS) words.set(word, [place]);
      else if (places !== undefined && places.length < MAX_PLACES) places.push(place);
    }
    const length = (placed.at(-1 - codes.length)?.at ?? -1) + 1;
    end += length + GAP;
    return length;
  };
  const nameLength = add('A', name);
  for (const code of [sku ?? '', barcode ?? '']) {
    const whole = codeOf(code);
    if (whole !== '') add('B', code, [whole, completeCode(whole)]);
  }
  add('B', category?.name ?? '');
  // nothing without one, so that the stored words of a product without a vendor stay the same
  if (vendor !== null) add('B', vendor);
  for (const [attribute, value] of [...Object.entries(attributes), ...Object.entries(options)]) {
    add('C', value);
    add('C', attribute);
  }
  for (const tag of tags) add('C', tag);
  add('D', htmlText(description ?? '').slice(0, MAX_DESCRIPTION));
  return { words, nameLength };
};
