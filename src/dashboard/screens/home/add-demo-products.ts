import { download, type Loaded, request, type Schemas, send } from '../../api/request.ts';
import { language } from '../../text/language.ts';
import { COLOUR, DEMO_PRODUCTS } from './demo-products.ts';

type DemoProduct = (typeof DEMO_PRODUCTS)[number];

type Medium = Readonly<{ url: string; alt: string }>;

/** How many products are added, of how many. */
export type Progress = Readonly<{ done: number; total: number }>;

type Run = Readonly<{
  /** How many products are there already. */
  first: number;
  /** Begins the idempotency key of each product. */
  key: string;
  report: (progress: Progress) => void;
}>;

const STOCK = 25;

/** Adds products with variants and pictures. @returns how many there are. @throws ApiError once one cannot be added. */
export const addDemoProducts = async ({ first, key, report }: Run): Promise<number> => {
  const total = DEMO_PRODUCTS.length;
  report({ done: first, total });
  for (const [index, product] of DEMO_PRODUCTS.entries()) {
    if (index < first) continue;
    await addProduct(product, `${key}-${product.sku}`);
    report({ done: index + 1, total });
  }
  return total;
};

const addProduct = async (product: DemoProduct, idempotencyKey: string): Promise<void> => {
  const of = language.value;
  const name = product.name[of];
  const looks: { look: string; media: Medium }[] = [];
  for (const { name: look, picture } of product.looks) {
    looks.push({ look: look[of], media: { url: await upload(picture), alt: `${name}, ${look[of]}` } });
  }
  const { option, values } = product.sizes ?? { option: undefined, values: [undefined] };
  const variants = looks.flatMap(({ look, media }, place) =>
    values.map((value, size) => ({
      options: { [COLOUR[of]]: look, ...(option && value ? { [option[of]]: value } : {}) },
      sku: `${product.sku}-${place * values.length + size + 1}`,
      stock: STOCK,
      media: [media],
    })),
  );
  const { sku, price, weight } = product;
  const texts = { name, category: product.category[of], description: product.description[of] };
  const body = {
    ...texts,
    sku,
    price,
    weight,
    status: 'active',
    media: looks.map(({ media }) => media),
    variants,
  } as const;
  await request('post', '/api/products', { body, idempotencyKey });
};

/** @returns the address of the picture; the same one if it is there already. */
const upload = async (picture: string): Promise<string> => {
  // the bundle names the file as it stands beside the script
  const file = await download(new URL(picture, import.meta.url).pathname, 'image/webp');
  const { data }: Loaded<Schemas['Image']> = await send({ method: 'post', path: '/api/images', body: file });
  return data.url;
};
