/** The kinds of products that the demo shop sells. */
export type Assortment = Readonly<{
  category: string;
  nouns: readonly string[];
  materials: readonly string[];
  /** In whole major units. */
  price: readonly [minimum: number, maximum: number];
  /** In grams. */
  weight: readonly [minimum: number, maximum: number];
  /** The options of its variants, each with its values; none for products without variants. */
  options: Readonly<Record<string, readonly string[]>>;
}>;

export type Department = Readonly<{ name: string; taxCategory: string; assortments: readonly Assortment[] }>;

const CLOTH = 'linen, cotton, merino, wool, silk, corduroy, denim';
const LEATHER = 'leather, suede, canvas, nubuck';

const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  colour: ['black', 'white', 'navy', 'sage', 'rust', 'sand', 'burgundy'],
  size: ['XS', 'S', 'M', 'L', 'XL'],
  'size of shoes': ['37', '38', '39', '40', '41', '42', '43'],
  finish: ['natural', 'black', 'white'],
  diameter: ['20 cm', '24 cm', '28 cm'],
};

/** Departments with their tax categories, and the assortments below them: what, of which material, price, weight, options. */
const TABLE = `
Women: clothing
Dresses | midi dress, wrap dress, shirt dress, summer dress | ${CLOTH} | 59, 199 | 150, 900 | colour, size
Shirts & blouses | blouse, shirt, tunic, camisole | ${CLOTH} | 29, 119 | 150, 900 | colour, size
Knitwear | cardigan, jumper, pullover, vest | ${CLOTH} | 49, 169 | 150, 900 | colour, size
Shoes | ankle boots, loafers, ballet flats, sandals | ${LEATHER} | 69, 219 | 600, 1400 | size of shoes
Men: clothing
Shirts & polos | Oxford shirt, flannel shirt, overshirt, polo shirt | ${CLOTH} | 39, 129 | 150, 900 | colour, size
Trousers | chinos, pleated trousers, jeans, shorts | ${CLOTH} | 49, 149 | 150, 900 | colour, size
Jackets & blazers | field jacket, blazer, parka, bomber jacket | ${CLOTH} | 99, 349 | 150, 900 | colour, size
Shoes | derby shoes, trainers, Chelsea boots, moccasins | ${LEATHER} | 69, 219 | 600, 1400 | size of shoes
Home: household
Lighting | table lamp, floor lamp, pendant lamp, wall light | brass, oak, glass, paper, ceramic | 39, 389 | 800, 6000 | finish
Textiles | bedspread, cushion cover, throw, curtain, rug | linen, cotton, wool, jute | 19, 249 | 200, 4000 | colour
Furniture | stool, side table, bookshelf, armchair, bench | oak, walnut, ash, steel | 89, 899 | 3000, 28000 |
Kitchen: household
Tableware | dinner plate, bowl, mug, carafe, serving platter | stoneware, porcelain, glass, enamel | 9, 79 | 200, 1800 | colour
Cookware | saucepan, casserole, frying pan, kettle, griddle | cast-iron, copper, steel, enamel | 29, 259 | 700, 5000 | diameter
Coffee & tea | coffee grinder, teapot, pour-over dripper, espresso cups, tea tin | steel, ceramic, glass, copper | 12, 189 | 150, 2000 |`;

const listOf = (cell = ''): string[] => cell.split(',').flatMap((word) => word.trim() || []);

const rangeOf = (cell: string | undefined): [number, number] => {
  const [minimum, maximum] = listOf(cell).map(Number);
  return [minimum ?? 0, maximum ?? 0];
};

const assortmentOf = (row: string): Assortment => {
  const [category = '', nouns, materials, price, weight, options] = row.split('|');
  return {
    category: category.trim(),
    nouns: listOf(nouns),
    materials: listOf(materials),
    price: rangeOf(price),
    weight: rangeOf(weight),
    options: Object.fromEntries(listOf(options).map((name) => [name.replace(/ .*/, ''), OPTIONS[name] ?? []])),
  };
};

/** The category tree of the demo shop: departments, and the assortments below them. */
export const DEPARTMENTS: readonly Department[] = TABLE.trim()
  .split(/\n(?=\w+: )/)
  .map((block) => {
    const [head = '', ...rows] = block.split('\n');
    const [name = '', taxCategory = ''] = head.split(': ');
    return { name, taxCategory, assortments: rows.map(assortmentOf) };
  });
