import type { Schemas } from '../../api/request.ts';
import { itemName } from '../../parts/item-name.ts';
import { amountText } from '../../text/format.ts';
import { language } from '../../text/language.ts';
import { parseNumber } from '../../text/parse-number.ts';

/** What is ordered, as it was typed. */
export type OrderLine = Readonly<{
  /** Of the order that is edited. */
  itemId?: string;
  /** Null for a custom item, whose name is typed, too. */
  productId: string | null;
  name: string;
  image: string | null;
  quantity: string;
  /** The unit price that was typed; undefined while it is the one below. */
  price?: string;
  /** The unit price of the product, or of the item in the order that is edited. */
  listed?: Readonly<{ price: number; currency: string }> | undefined;
}>;

/** An item as orders take it. */
type ItemInput = NonNullable<Schemas['OrderPatch']['items']>[number];

/** Whether a line is a custom item that the order does not have yet: only then its name may change. */
export const isAdded = ({ productId, itemId }: OrderLine): boolean => productId === null && itemId === undefined;

export const CUSTOM_LINE: OrderLine = { productId: null, name: '', image: null, quantity: '1', price: '' };

/** The price that was typed, if it is another than the listed one; a text that is no number as it is. */
export const setPriceOf = ({ price = '', listed }: OrderLine): number | undefined => {
  const typed = parseNumber(price.trim(), language.value);
  return price.trim() === '' || typed === listed?.price ? undefined : (typed as number);
};

/** The price as its input shows it. */
export const priceText = ({ price, listed }: OrderLine): string =>
  price ?? (listed === undefined ? '' : amountText(listed.price, listed.currency));

/** The items as orders take them; a text that is no number is sent as it is, so that the API says what would be right. */
export const toItems = (lines: readonly OrderLine[]): ItemInput[] =>
  lines.map((line) => {
    const { itemId, productId, name, quantity } = line;
    const price = setPriceOf(line);
    return {
      ...(itemId !== undefined
        ? { id: itemId }
        : productId === null
          ? { name: name.trim() }
          : { product_id: productId }),
      ...(price === undefined ? {} : { unit_price: price }),
      quantity: (/^\d+$/.test(quantity.trim()) ? Number(quantity) : quantity) as number,
    };
  });

/** Whether items have what a quote needs: custom items a name and a price. Otherwise the API says what is missing. */
export const isQuotable = (items: readonly ItemInput[]): boolean =>
  items.length > 0 &&
  items.every(({ id, product_id: productId = id, name, unit_price: price }) =>
    productId === undefined ? Boolean(name) && price !== undefined : true,
  );

type LineProduct = Pick<Schemas['Product'], 'id' | 'name' | 'images' | 'options' | 'price' | 'currency'>;

/** A line of a product, or of a variant, which has the name of its parent. */
export const lineOf = ({ id, name, images, options, price, currency }: LineProduct, quantity = '1'): OrderLine => ({
  productId: id,
  name: itemName({ name, options }),
  image: images[0] ?? null,
  quantity,
  listed: { price, currency },
});
