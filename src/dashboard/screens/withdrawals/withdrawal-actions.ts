import type { Action } from '../../form/action-button.tsx';
import type { Field } from '../../form/field.ts';
import { sendFixed } from '../../form/send-action.ts';
import { itemName } from '../../parts/item-name.ts';
import { fieldLabel, t, valueLabel } from '../../text/text.ts';
import { isOffered, type Withdrawal } from '../orders/order-data.ts';
import { type Countable, initialQuantities, quantityFields, sendQuantities } from '../orders/quantities.ts';
import { type WithdrawableItem, type WithdrawnOrder, withdrawableItems } from './withdrawable-items.ts';

const SCOPE = 'orders:write';

const toCountable = ({ item, quantity }: WithdrawableItem): Countable => ({
  id: item.id,
  label: itemName(item),
  quantity,
});

const exemptionOf = ({ item: { withdrawal_exemption: reason } }: WithdrawableItem): string =>
  reason === null ? '' : ` ${fieldLabel('withdrawal_exemption')}: ${valueLabel(reason)}`;

/** A field for the quantity of each item, which says why one is exempt. */
const itemFields = (withdrawable: readonly WithdrawableItem[]): Field[] =>
  quantityFields(withdrawable.map(toCountable)).map((field, index) => {
    const item = withdrawable[index];
    return item === undefined ? field : { ...field, hint: `${field.hint}${exemptionOf(item)}` };
  });

/** States the withdrawal of a buyer who has declared it otherwise, such as by letter. */
export const stateWithdrawal = (withdrawn: WithdrawnOrder): Action => {
  const { order } = withdrawn;
  const withdrawable = withdrawableItems({ items: null }, withdrawn);
  const items = withdrawable.map(toCountable);
  const send = sendQuantities('/api/withdrawals', undefined, items);
  return {
    label: t().withdrawals.state,
    scope: SCOPE,
    isAllowed: order.status !== 'cancelled' && items.length > 0,
    explanation: t().withdrawals.stateExplained,
    fields: [
      { name: 'name', kind: 'text', isRequired: true },
      { name: 'email', kind: 'email', hint: t().withdrawals.emailHint },
      ...itemFields(withdrawable),
    ],
    initial: {
      name: order.shipping_address?.name ?? order.billing_address?.name ?? '',
      email: order.email ?? '',
      ...initialQuantities(withdrawable.map(({ proposed }) => proposed)),
    },
    run: (body, idempotencyKey) => send({ ...body, order_id: order.id }, idempotencyKey),
    done: t().withdrawals.stated,
  };
};

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
    fields: itemFields(withdrawable),
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
