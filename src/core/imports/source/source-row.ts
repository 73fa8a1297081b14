import type { FieldError } from '#core/shared/domain-error.ts';
import type { ImportError } from '../import-error.ts';

/** What was changed or left out so that a row could be imported; shaped like an error of a row. */
export type ImportWarning = ImportError;

/** What a column of a file of another shop may contain besides a product's own fields. */
export const SOURCE_FIELDS = {
  group: 'Rows with the same value are one product and its variants.',
  parent: 'The group, SKU or id of the product of which the row is a variant.',
  source_id: 'The id by which other rows name the product.',
  sale_price: 'The price that is charged, where it is lower than `price`.',
  weight_g: 'The weight in grams.',
  weight_kg: 'The weight in kilograms.',
  weight_oz: 'The weight in ounces.',
  weight_lb: 'The weight in pounds.',
  published: 'Whether the product is on sale.',
  track_stock: 'Whether the stock is counted.',
  availability: 'In stock or not, without a quantity.',
  variant_images: 'The images of the variant itself.',
  image_alt: 'What the images of the row show, in their order.',
  sale_dates: 'When a reduced price holds.',
  backorder: 'Whether more can be sold than is in stock.',
} as const;

/** What a product cannot have here, and what a warning says of it. */
export const LOSSES = {
  gift_card: 'is a gift card: it was imported as a product like others',
  bundle: 'consists of other products: its parts were left out',
  external: 'is sold by another shop: it was imported as a draft',
  downloads: 'has files to download: they were left out',
  custom_options: 'has options that a customer fills in: they were left out',
  translation: 'has texts in another language: they were left out',
  unit_price: 'has a price per unit: it was left out',
  discount: 'has a reduction that was left out: the price is the regular one',
  net_price: 'has a price without tax, which was taken as it is',
  shared_stock: 'shares the stock of its product, which is not counted here',
  prices: 'has prices in other currencies: they were left out',
} as const;

export type Loss = keyof typeof LOSSES;

/** The cells of a row by the fields that they give, without empty ones. Several of a list are separated by line breaks. */
export type Cells = Readonly<Record<string, string>>;

/** A row of a file of another shop. `errors`: why it cannot be imported, whatever its cells have. */
export type SourceRow = Readonly<{
  line: number;
  cells: Cells;
  errors: readonly FieldError[];
}>;

/** A row after its shop's conventions have been translated. */
export type SourceItem = SourceRow &
  Readonly<{
    /**
     * `product`: what all variants have in common, or a product without variants; `variant`; `both`: a row of a group,
     * whose first is the product, too; `images`: further images of a group.
     */
    role: 'product' | 'variant' | 'both' | 'images';
    /** By which the rows of a product find each other; the first is the product's own. */
    keys: readonly string[];
    /** How the variant differs from others, in order. */
    options: Options;
    /** The variants that a product names by their SKUs, with their options. */
    claims?: Readonly<Record<string, Options>>;
  }>;

export type Options = Readonly<Record<string, string>>;

/** Of a row, for a field. */
export const rowError = (field: string, message: string): FieldError => ({
  path: [field],
  code: 'any.invalid',
  message,
});

export const warning = (
  { line }: Pick<SourceRow, 'line'>,
  field: string | null,
  code: string,
  message: string,
): ImportWarning => ({ line, field, code, message });

const YES = new Set([
  '1',
  'true',
  'yes',
  'y',
  'ja',
  'oui',
  'si',
  'sí',
  'x',
  'wahr',
  'vrai',
  'on',
  'aktiv',
  'active',
  'published',
  'enabled',
  'visible',
  'both',
]);
const NO = new Set([
  '0',
  'false',
  'no',
  'n',
  'nein',
  'non',
  'falsch',
  'faux',
  'off',
  'inaktiv',
  'inactive',
  'none',
  'disabled',
  'hidden',
  '2',
  '-1',
]);

/** Whether a cell says yes or no, in the words of several languages; undefined for another word. */
export const isYes = (cell: string): boolean | undefined => {
  const word = cell.trim().toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
};

/** A key by which rows find each other, whatever its case. */
export const keyOf = (text: string): string => text.trim().toLowerCase();
