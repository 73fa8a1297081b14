import type { Action } from '../../form/action-button.tsx';
import { sendFixed } from '../../form/send-action.ts';
import { itemName } from '../../parts/item-name.ts';
import { fieldLabel, t, valueLabel } from '../../text/text.ts';
import { isOffered, type Withdrawal } from '../orders/order-data.ts';
import { type Countable, initialQuantities, quantityFields, sendQuantities } from '../orders/quantities.ts';
import { type WithdrawableItem, type WithdrawnOrder, withdrawableItems } from './withdrawal-data.ts';

const SCOPE = 'orders:write';

const toCountable = ({ item, quantity }: WithdrawableItem): Countable => ({
  id: item.id,
  label: itemName(item),
  quantity,
});

const exemptionOf = ({ item: { withdrawal_exemption: reason } }: WithdrawableItem): string =>
  reason === null ? '' : ` ${fieldLabel('withdrawal_exemption')}: ${valueLabel(reason)}`;

/** Accepts a withdrawal from items of its order, or of the order that the staff has found for it. */
export const acceptWithdrawal = (withdrawal: Withdrawal, withdrawn: WithdrawnOrder): Action => {
  const withdrawable = withdrawableItems(withdrawal, withdrawn);
  const items = withdrawable.map(toCountable);
  const send = sendQuantities('/api/withdrawals/{id}/accept', { id: withdrawal.id }, items);
  const found = withdrawal.order_id === null ? { order_id: withdrawn.order.id } : {};
  return {
    label: t().withdrawals.accept,
    scope: SCOPE,
    isAllowed:
      items.length > 0 &&
      isOffered(withdrawal, 'accept', {
        scope: SCOPE,
        otherwise: withdrawal.status === 'received' || withdrawal.status === 'rejected',
      }),
    isPrimary: withdrawal.status === 'received',
    explanation: t().withdrawals.acceptExplained,
    fields: quantityFields(items).map((field, index) => {
      const exempt = withdrawable[index];
      return exempt === undefined ? field : { ...field, hint: `${field.hint}${exemptionOf(exempt)}` };
    }),
    initial: initialQuantities(withdrawable.map(({ proposed }) => proposed)),
    run: (body, idempotencyKey) => send({ ...body, ...found }, idempotencyKey),
    done: t().withdrawals.accepted,
  };
};

export const rejectWithdrawal = (withdrawal: Withdrawal): Action => ({
  label: t().withdrawals.reject,
  scope: SCOPE,
  isAllowed: isOffered(withdrawal, 'reject', { scope: SCOPE, otherwise: withdrawal.status === 'received' }),
  isDanger: true,
  explanation: t().withdrawals.rejectExplained,
  run: sendFixed('post', '/api/withdrawals/{id}/reject', { params: { id: withdrawal.id } }),
  done: t().withdrawals.rejected,
});
