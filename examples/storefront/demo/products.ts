type DemoProduct = Readonly<{
  /** The name of its image, and its fields as `POST /api/products` takes them. */
  image: string;
  fields: Readonly<Record<string, unknown>>;
  /** The sizes that it is sold in; none for a product without variants. */
  sizes?: readonly string[];
}>;

export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  {
    image: 'shirt',
    fields: {
      name: 'Linen shirt',
      price: 49.9,
      category: 'Clothing',
      vendor: 'Casa Linho',
      attributes: { material: 'linen', colour: 'blue' },
      description: 'Woven in Portugal from European flax. It gets softer with every wash.',
    },
    sizes: ['S', 'M', 'L'],
  },
  {
    image: 'socks',
    fields: {
      name: 'Wool socks',
      price: 12.9,
      category: 'Clothing',
      vendor: 'Nordwolle',
      attributes: { material: 'wool', colour: 'orange' },
      stock: 80,
      description: 'Merino wool with a reinforced heel.',
    },
  },
  {
    image: 'mug',
    fields: {
      name: 'Enamel mug',
      price: 16.5,
      compare_at_price: 19.5,
      category: 'Kitchen',
      vendor: 'Emalia',
      attributes: { material: 'steel', colour: 'white' },
      stock: 60,
      description: 'Steel with two layers of enamel, 350 ml. For the stove and for the dishwasher.',
    },
  },
  {
    image: 'carafe',
    fields: {
      name: 'Glass carafe',
      price: 29,
      category: 'Kitchen',
      vendor: 'Klarglas',
      attributes: { material: 'glass', colour: 'clear' },
      stock: 25,
      description: 'Mouth-blown, with a cork, one litre.',
    },
  },
  {
    image: 'backpack',
    fields: {
      name: 'Canvas backpack',
      price: 89,
      category: 'Bags',
      vendor: 'Casa Linho',
      attributes: { material: 'canvas', colour: 'green' },
      stock: 12,
      description: 'Waxed canvas and vegetable-tanned leather, 18 litres.',
    },
  },
  {
    image: 'notebook',
    fields: {
      name: 'Pocket notebook',
      price: 9.9,
      category: 'Paper',
      vendor: 'Papierwerk',
      attributes: { material: 'paper', colour: 'purple' },
      tax_category: 'books',
      stock: 200,
      description: 'Thread-bound, 96 dotted pages.',
    },
  },
  {
    image: 'lamp',
    fields: {
      name: 'Desk lamp',
      price: 64,
      category: 'Home',
      vendor: 'Emalia',
      attributes: { material: 'steel', colour: 'yellow' },
      stock: 3,
      description: 'Powder-coated steel with a swivel head.',
    },
  },
  {
    image: 'plant',
    fields: {
      name: 'Potted fern',
      price: 22,
      category: 'Home',
      vendor: 'Klarglas',
      attributes: { material: 'terracotta', colour: 'green' },
      stock: 0,
      description: 'In a terracotta pot. Likes shade.',
    },
  },
];
