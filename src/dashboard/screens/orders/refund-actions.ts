import type { Action } from '../../form/action-button.tsx';
import { difference } from '../../form/difference.ts';
import { sendFields } from '../../form/send-action.ts';
import { itemName } from '../../parts/item-name.ts';
import { money } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';
import { isOffered, type Order, type Payment } from './order-data.ts';
import { amountField } from './payment-actions.ts';
import { previewFields } from './preview-refund.ts';
import { initialQuantities, previewQuantities, quantityFields, sendQuantities } from './quantities.ts';

const SCOPE = 'payments:write';

const REFUNDS = '/api/payments/{id}/refunds';

const refundable = ({ amount_captured: captured, amount_refunded: refunded }: Payment): number =>
  difference(captured, refunded);

const isRefundOffered = (payment: Payment): boolean =>
  isOffered(payment, 'refund', {
    scope: SCOPE,
    otherwise: payment.status === 'succeeded' && refundable(payment) > 0,
  });

/** Refunds an amount, whatever it is for. */
export const refundAmount = (payment: Payment): Action => ({
  label: t().order.refundAmount,
  scope: SCOPE,
  isAllowed: isRefundOffered(payment),
  isDanger: true,
  fields: [
    amountField(fill(t().order.refundableAmount, { amount: money(refundable(payment), payment.currency) })),
    { name: 'reason', kind: 'text' },
  ],
  refund: { dryRun: previewFields(REFUNDS, { id: payment.id }), submitLabel: t().refunds.refund },
  run: sendFields('post', REFUNDS, { params: { id: payment.id } }),
  done: t().order.refundCreated,
});

/** Refunds what items cost that the buyer does not keep. */
export const refundItems = (payment: Payment, { items }: Order): Action => {
  const refundable = items
    .map((item) => ({ id: item.id, label: itemName(item), quantity: item.quantity - item.returned_quantity }))
    .filter(({ quantity }) => quantity > 0);
  return {
    label: t().order.refundItems,
    scope: SCOPE,
    isAllowed: isRefundOffered(payment) && refundable.length > 0,
    isDanger: true,
    explanation: t().order.refundItemsExplained,
    fields: [...quantityFields(refundable), { name: 'restock', kind: 'flag' }, { name: 'reason', kind: 'text' }],
    initial: { ...initialQuantities(refundable.map(() => 0)), restock: true },
    refund: { ...previewQuantities(REFUNDS, { id: payment.id }, refundable), submitLabel: t().refunds.refund },
    run: sendQuantities(REFUNDS, { id: payment.id }, refundable),
    done: t().order.refundCreated,
  };
};
