import boots from '../../../demo-shop/pictures/boots-rust.webp';
import casserole from '../../../demo-shop/pictures/casserole-ink.webp';
import dressRust from '../../../demo-shop/pictures/dress-rust.webp';
import dressSage from '../../../demo-shop/pictures/dress-sage.webp';
import jumperRust from '../../../demo-shop/pictures/jumper-rust.webp';
import jumperSand from '../../../demo-shop/pictures/jumper-sand.webp';
import mugSage from '../../../demo-shop/pictures/mug-sage.webp';
import mugSand from '../../../demo-shop/pictures/mug-sand.webp';
import shirtInk from '../../../demo-shop/pictures/shirt-ink.webp';
import shirtSage from '../../../demo-shop/pictures/shirt-sage.webp';
import lampInk from '../../../demo-shop/pictures/table-lamp-ink.webp';
import lampSand from '../../../demo-shop/pictures/table-lamp-sand.webp';
import throwInk from '../../../demo-shop/pictures/throw-ink.webp';
import throwSand from '../../../demo-shop/pictures/throw-sand.webp';
import type { Language } from '../../text/language.ts';

/** What customers read is in the language of who adds it. */
type Wording = Readonly<Record<Language, string>>;

/** A value of the first option, with the picture of its variants. */
type Look = Readonly<{ name: Wording; picture: string }>;

type DemoProduct = Readonly<{
  sku: string;
  name: Wording;
  category: Wording;
  description: Wording;
  price: number;
  /** In grams. */
  weight: number;
  looks: readonly Look[];
  /** The values of another option. */
  sizes?: Readonly<{ option: Wording; values: readonly string[] }>;
}>;

const CLOTHING = { en: 'Clothing', de: 'Kleidung' };
const LIVING = { en: 'Living', de: 'Wohnen' };
const KITCHEN = { en: 'Kitchen', de: 'Küche' };

const SIZES = { option: { en: 'size', de: 'Größe' }, values: ['S', 'M', 'L'] };

const NAVY = { en: 'navy', de: 'Marineblau' };
const SAGE = { en: 'sage', de: 'Salbei' };
const RUST = { en: 'rust', de: 'Rost' };
const SAND = { en: 'sand', de: 'Sand' };

export const COLOUR: Wording = { en: 'colour', de: 'Farbe' };

export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  {
    sku: 'DEMO-SHIRT',
    name: { en: 'Linen shirt', de: 'Leinenhemd' },
    category: CLOTHING,
    description: {
      en: 'Light linen with a breast pocket, for warm days.',
      de: 'Leichtes Leinen mit Brusttasche, für warme Tage.',
    },
    price: 69,
    weight: 250,
    looks: [
      { name: NAVY, picture: shirtInk },
      { name: SAGE, picture: shirtSage },
    ],
    sizes: SIZES,
  },
  {
    sku: 'DEMO-JUMPER',
    name: { en: 'Merino jumper', de: 'Merinopullover' },
    category: CLOTHING,
    description: {
      en: 'Soft merino wool, knitted in one piece.',
      de: 'Weiche Merinowolle, in einem Stück gestrickt.',
    },
    price: 89,
    weight: 400,
    looks: [
      { name: RUST, picture: jumperRust },
      { name: SAND, picture: jumperSand },
    ],
    sizes: SIZES,
  },
  {
    sku: 'DEMO-DRESS',
    name: { en: 'Summer dress', de: 'Sommerkleid' },
    category: CLOTHING,
    description: {
      en: 'A dress with a wide skirt, made of cotton.',
      de: 'Ein Kleid mit weitem Rock, aus Baumwolle.',
    },
    price: 79,
    weight: 300,
    looks: [
      { name: SAGE, picture: dressSage },
      { name: RUST, picture: dressRust },
    ],
    sizes: SIZES,
  },
  {
    sku: 'DEMO-BOOTS',
    name: { en: 'Leather boots', de: 'Lederstiefel' },
    category: { en: 'Shoes', de: 'Schuhe' },
    description: {
      en: 'Boots of full-grain leather that can be resoled.',
      de: 'Stiefel aus vollnarbigem Leder, die neu besohlt werden können.',
    },
    price: 149,
    weight: 1_200,
    looks: [{ name: { en: 'cognac', de: 'Cognac' }, picture: boots }],
    sizes: { option: SIZES.option, values: ['38', '39', '40', '41'] },
  },
  {
    sku: 'DEMO-LAMP',
    name: { en: 'Table lamp', de: 'Tischlampe' },
    category: LIVING,
    description: {
      en: 'A ceramic base with a shade of cloth.',
      de: 'Ein Fuß aus Keramik mit einem Schirm aus Stoff.',
    },
    price: 99,
    weight: 2_000,
    looks: [
      { name: NAVY, picture: lampInk },
      { name: SAND, picture: lampSand },
    ],
  },
  {
    sku: 'DEMO-THROW',
    name: { en: 'Wool throw', de: 'Wolldecke' },
    category: LIVING,
    description: {
      en: 'Woven of new wool, with fringes.',
      de: 'Aus Schurwolle gewebt, mit Fransen.',
    },
    price: 119,
    weight: 900,
    looks: [
      { name: SAND, picture: throwSand },
      { name: NAVY, picture: throwInk },
    ],
  },
  {
    sku: 'DEMO-MUG',
    name: { en: 'Stoneware mug', de: 'Steingutbecher' },
    category: KITCHEN,
    description: {
      en: 'Thrown by hand, each a little different.',
      de: 'Von Hand gedreht, jeder ein wenig anders.',
    },
    price: 18,
    weight: 350,
    looks: [
      { name: SAGE, picture: mugSage },
      { name: SAND, picture: mugSand },
    ],
  },
  {
    sku: 'DEMO-CASSEROLE',
    name: { en: 'Cast-iron casserole', de: 'Gusseiserner Schmortopf' },
    category: KITCHEN,
    description: {
      en: 'Enamelled cast iron, for every stove and the oven.',
      de: 'Emailliertes Gusseisen, für jeden Herd und den Backofen.',
    },
    price: 159,
    weight: 4_500,
    looks: [{ name: NAVY, picture: casserole }],
    sizes: { option: { en: 'diameter', de: 'Durchmesser' }, values: ['24 cm', '28 cm'] },
  },
];
