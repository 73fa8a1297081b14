export type Product = Readonly<{
  kind: string;
  name: string;
  description: string;
  category: string;
  attributes: Record<string, string>;
  sku: string;
  barcode?: string;
}>;

/**
 * A kind of goods, from which `count` products are written. In names and texts `{key}` stands for the value of an
 * attribute, `{key~}` for it in lower case, `{key!}` in capitals, `{key-}` without blanks, `{no}` for a model number.
 * The first two attributes run through all their pairs evenly; the further ones are spread.
 */
export type Kind = Readonly<{
  kind: string;
  sku: string;
  count: number;
  category: string;
  values: Record<string, readonly string[]>;
  names: readonly string[];
  texts: readonly string[];
}>;

export type JudgedQuery = Readonly<{
  q: string;
  relevant: (product: Product) => boolean;
}>;
