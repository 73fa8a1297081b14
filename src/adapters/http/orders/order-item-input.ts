import Joi from 'joi';
import { CustomItem } from '#core/orders/custom-item.ts';
import type { OrderItem } from '#core/orders/order-item.ts';
import { MAX_ITEMS } from '#core/orders/order-item.ts';
import type { RequestedItem } from '#core/orders/sold-items.ts';
import { orderAmount } from '../schemas/charges.ts';
import { idOf, itemQuantity, label, line } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';

export type ItemInput = Readonly<{
  product_id?: NonNullable<OrderItem['productId']>;
  name?: string;
  unit_price?: number;
  tax_category?: string | null;
  quantity: number;
}>;

export type EditedItemInput = ItemInput & Readonly<{ id?: OrderItem['id'] }>;

const fields = {
  product_id: idOf('prod').description('An active product.'),
  name: line(255)
    .description('What a custom item is, which is no product; only for the staff, with `unit_price`.')
    .example('Engraving', { override: true }),
  unit_price: orderAmount()
    .description(
      'Only for the staff: the price of one unit in major units, instead of the product’s. Discounts apply to it.',
    )
    .example(15, { override: true }),
  tax_category: label(100)
    .allow(null)
    .description('Of a custom item: selects among the tax rates; null for the standard rate.')
    .example('services', { override: true }),
  quantity: itemQuantity().required(),
};

const ONE_ITEM = 'must have either product_id, or name with unit_price';
const ONE_FORMER_ITEM = 'must have one of id, product_id, and name with unit_price';

const rules = <T>(item: Joi.ObjectSchema<T>, message: string): Joi.ObjectSchema<T> =>
  item.with('tax_category', 'name').messages({
    'object.missing': message,
    'object.xor': message,
    'object.with': 'must have a tax_category only with a name',
  });

const listOf = (item: Joi.ObjectSchema): Joi.ArraySchema =>
  Joi.array().items(item).min(1).max(MAX_ITEMS).unique('product_id', { ignoreUndefined: true });

export const items = listOf(rules(objectOf<ItemInput>(fields).xor('product_id', 'name'), ONE_ITEM))
  .description('1 to 100 distinct products, and custom items.')
  .example([{ product_id: 'prod_01h455vb4pex5vsknk084sn02q', quantity: 2 }]);

export const editedItems = listOf(
  rules(
    objectOf<EditedItemInput>({ id: idOf('item').description('An item that the order has.'), ...fields }).xor(
      'id',
      'product_id',
      'name',
    ),
    ONE_FORMER_ITEM,
  ),
)
  .description('What is ordered instead: items of the order by `id` or `product_id`, and others.')
  .example([{ product_id: 'prod_01h455vb4pex5vsknk084sn02q', quantity: 2 }]);

export const toRequestedItem = ({
  id: itemId,
  product_id: productId,
  name,
  unit_price: unitPrice,
  tax_category: taxCategory = null,
  quantity,
}: EditedItemInput): RequestedItem => ({
  ...{ itemId, productId, unitPrice, quantity },
  custom: name === undefined ? undefined : CustomItem.of({ name, taxCategory }),
});
