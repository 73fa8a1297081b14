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

const COLOURS = ['black', 'white', 'navy', 'sage', 'rust', 'sand', 'burgundy'];
const SIZES = ['XS', 'S', 'M', 'L', 'XL'];
const SHOE_SIZES = ['37', '38', '39', '40', '41', '42', '43'];

const clothes = (category: string, nouns: readonly string[], price: Assortment['price']): Assortment => ({
  category,
  nouns,
  materials: ['linen', 'cotton', 'merino', 'wool', 'silk', 'corduroy', 'denim'],
  price,
  weight: [150, 900],
  options: { colour: COLOURS, size: SIZES },
});

const shoes = (nouns: readonly string[]): Assortment => ({
  category: 'Shoes',
  nouns,
  materials: ['leather', 'suede', 'canvas', 'nubuck'],
  price: [69, 219],
  weight: [600, 1_400],
  options: { size: SHOE_SIZES },
});

/** The category tree of the demo shop: departments, and the assortments below them. */
export const DEPARTMENTS: readonly Department[] = [
  {
    name: 'Women',
    taxCategory: 'clothing',
    assortments: [
      clothes('Dresses', ['midi dress', 'wrap dress', 'shirt dress', 'summer dress'], [59, 199]),
      clothes('Shirts & blouses', ['blouse', 'shirt', 'tunic', 'camisole'], [29, 119]),
      clothes('Knitwear', ['cardigan', 'jumper', 'pullover', 'vest'], [49, 169]),
      shoes(['ankle boots', 'loafers', 'ballet flats', 'sandals']),
    ],
  },
  {
    name: 'Men',
    taxCategory: 'clothing',
    assortments: [
      clothes('Shirts', ['Oxford shirt', 'flannel shirt', 'overshirt', 'polo shirt'], [39, 129]),
      clothes('Trousers', ['chinos', 'pleated trousers', 'jeans', 'shorts'], [49, 149]),
      clothes('Jackets', ['field jacket', 'blazer', 'parka', 'bomber jacket'], [99, 349]),
      shoes(['derby shoes', 'trainers', 'Chelsea boots', 'moccasins']),
    ],
  },
  {
    name: 'Home',
    taxCategory: 'household',
    assortments: [
      {
        category: 'Lighting',
        nouns: ['table lamp', 'floor lamp', 'pendant lamp', 'wall light'],
        materials: ['brass', 'oak', 'glass', 'paper', 'ceramic'],
        price: [39, 389],
        weight: [800, 6_000],
        options: { finish: ['natural', 'black', 'white'] },
      },
      {
        category: 'Textiles',
        nouns: ['bedspread', 'cushion cover', 'throw', 'curtain', 'rug'],
        materials: ['linen', 'cotton', 'wool', 'jute'],
        price: [19, 249],
        weight: [200, 4_000],
        options: { colour: COLOURS },
      },
      {
        category: 'Furniture',
        nouns: ['stool', 'side table', 'bookshelf', 'armchair', 'bench'],
        materials: ['oak', 'walnut', 'ash', 'steel'],
        price: [89, 899],
        weight: [3_000, 28_000],
        options: {},
      },
    ],
  },
  {
    name: 'Kitchen',
    taxCategory: 'household',
    assortments: [
      {
        category: 'Tableware',
        nouns: ['dinner plate', 'bowl', 'mug', 'carafe', 'serving platter'],
        materials: ['stoneware', 'porcelain', 'glass', 'enamel'],
        price: [9, 79],
        weight: [200, 1_800],
        options: { colour: COLOURS },
      },
      {
        category: 'Cookware',
        nouns: ['saucepan', 'casserole', 'frying pan', 'kettle', 'griddle'],
        materials: ['cast-iron', 'copper', 'steel', 'enamel'],
        price: [29, 259],
        weight: [700, 5_000],
        options: { diameter: ['20 cm', '24 cm', '28 cm'] },
      },
      {
        category: 'Coffee & tea',
        nouns: ['coffee grinder', 'teapot', 'pour-over dripper', 'espresso cups', 'tea tin'],
        materials: ['steel', 'ceramic', 'glass', 'copper'],
        price: [12, 189],
        weight: [150, 2_000],
        options: {},
      },
    ],
  },
];
