import type { Action } from '../../form/action-button.tsx';
import type { Field, JsonObject } from '../../form/field.ts';
import { itemName } from '../../parts/item-name.ts';
import { t } from '../../text/text.ts';
import { unreceivedOf } from '../withdrawals/withdrawable-items.ts';
import type { Order, Return } from './order-data.ts';
import { initialQuantities, previewQuantities, quantityFields, sendQuantities } from './quantities.ts';

const PATH = '/api/orders/{id}/returns';

/** What of each item was fulfilled, and no return has. */
const returnable = (order: Order, returns: readonly Return[]) => {
  const pending = unreceivedOf(returns);
  return order.items
    .map((item) => ({
      id: item.id,
      label: itemName(item),
      quantity: item.fulfilled_quantity - item.returned_quantity - (pending.get(item.id) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);
};

const isReceived: NonNullable<Field['isShown']> = ({ received }) => received === true;

const decisions = (): readonly Field[] => [
  { name: 'received', kind: 'flag', label: t().order.itemsAreHere },
  { name: 'refund', kind: 'flag', label: t().order.refundItem, isShown: isReceived },
  { name: 'restock', kind: 'flag', isShown: isReceived },
];

/** What is decided of all items, at each of them; nothing before they are here. */
const decided = ({ refund, restock, received, items, ...body }: JsonObject): JsonObject =>
  received === true
    ? { ...body, received, items: (items as readonly JsonObject[]).map((item) => ({ ...item, refund, restock })) }
    : { ...body, items };

/** Returns items: those that are here already are received and refunded at once, others are requested. */
export const returnItems = (order: Order, returns: readonly Return[]): Action => {
  const items = returnable(order, returns);
  const params = { id: order.id };
  const { isChosen, dryRun } = previewQuantities(PATH, params, items, decided);
  return {
    label: t().order.returnItems,
    scope: 'orders:write',
    isAllowed: order.status !== 'cancelled' && items.length > 0,
    fields: [...quantityFields(items), { name: 'reason', kind: 'text' }, ...decisions()],
    initial: { ...initialQuantities(items.map(() => 0)), received: true, refund: true, restock: true },
    refund: {
      isChosen: (body) => body['received'] === true && isChosen(body),
      dryRun,
      submitLabel: t().refunds.returnItems,
    },
    run: sendQuantities(PATH, params, items, decided),
    done: t().order.returnCreated,
  };
};
