import type { ProductFields } from '#core/catalog/product-fields.ts';

/** A picture of a product of the demo shop. */
export type Picture = Readonly<{
  /** The name of its file in `pictures`. */
  file: string;
  alt: string;
}>;

/** The drawings by the colourways that each has, with the nouns that they show besides their names. */
const TABLE: Readonly<Record<string, string>> = {
  'ink, sage, rust, sand': `
    dress: midi dress, wrap dress, shirt dress, summer dress
    blouse: tunic, camisole
    shirt: Oxford shirt, flannel shirt, overshirt
    jumper: pullover, vest
    trousers: chinos, pleated trousers, jeans
    jacket: field jacket, parka, bomber jacket
    throw: bedspread
    polo-shirt; cardigan; shorts; blazer; cushion-cover; curtain; rug
    dinner-plate; bowl; mug; carafe; serving-platter`,
  'ink, sand': 'table-lamp; floor-lamp; pendant-lamp; wall-light',
  'rust, ink': `
    boots: ankle boots, Chelsea boots
    loafers: ballet flats, derby shoes, moccasins
    trainers; sandals`,
  'ink, rust': `
    frying-pan: griddle
    pour-over-dripper: pour-over dripper
    saucepan; casserole; kettle; coffee-grinder; teapot; espresso-cups; tea-tin`,
  'sand, rust': 'stool; side-table; bookshelf; armchair; bench',
};

/** The colours, finishes and materials that a colourway stands for. */
const SHADES: Readonly<Record<string, readonly string[]>> = {
  ink: ['black', 'navy', 'denim', 'nubuck', 'canvas', 'steel', 'cast-iron'],
  sage: ['sage', 'glass'],
  rust: ['rust', 'burgundy', 'leather', 'suede', 'copper', 'walnut', 'ceramic'],
  sand: ['sand', 'white', 'natural', 'linen', 'oak', 'ash'],
};

type Drawing = Readonly<{ name: string; colourways: readonly string[] }>;

const listOf = (text: string, separator: string | RegExp): string[] =>
  text.split(separator).flatMap((part) => part.trim() || []);

/** By what they show. */
const DRAWINGS: ReadonlyMap<string, Drawing> = new Map(
  Object.entries(TABLE).flatMap(([colourways, rows]) =>
    listOf(rows, /[;\n]/).flatMap((row) => {
      const [name = '', nouns = ''] = row.split(':');
      const drawing = { name, colourways: listOf(colourways, ',') };
      return [name.replaceAll('-', ' '), ...listOf(nouns, ',')].map((noun): [string, Drawing] => [noun, drawing]);
    }),
  ),
);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A picture of a product or a variant, in the colourway that is nearest to its colour, finish or material. */
const pictureOf = (noun: string, { attributes, options }: ProductFields): Picture => {
  const drawing = DRAWINGS.get(noun);
  if (drawing === undefined) throw new Error(`There is no picture of a ${noun}.`);
  const material = textOf(attributes?.['material']) ?? '';
  const colour = textOf(options?.['colour']) ?? textOf(options?.['finish']);
  const shade = colour ?? material;
  const { name, colourways } = drawing;
  const colourway = colourways.find((each) => SHADES[each]?.includes(shade)) ?? colourways[0];
  const title = `${material} ${noun}`;
  const what = title.charAt(0).toUpperCase() + title.slice(1);
  return { file: `${name}-${colourway}.webp`, alt: colour === undefined ? what : `${what}, ${colour}` };
};

type Pictured = Readonly<{ noun: string; fields: ProductFields; variants: readonly ProductFields[] }>;

const MAX_PICTURES = 2;

/** The pictures of a product: of its first variants that look different, or of itself. */
export const picturesOf = ({ noun, fields, variants }: Pictured): readonly Picture[] => {
  const coloured = variants.filter(isColoured).map((variant) => pictureOf(noun, variant));
  const different = new Map(coloured.toReversed().map((picture) => [picture.file, picture]));
  return coloured.length === 0
    ? [pictureOf(noun, fields)]
    : [...different.values()].toReversed().slice(0, MAX_PICTURES);
};

/** The picture of a variant; none for one that looks as its product does, whose pictures it has. */
export const variantPictures = (noun: string, variant: ProductFields): readonly Picture[] =>
  isColoured(variant) ? [pictureOf(noun, variant)] : [];

const isColoured = ({ options }: ProductFields): boolean =>
  options?.['colour'] !== undefined || options?.['finish'] !== undefined;
