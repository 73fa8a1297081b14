import { emailKey } from '#core/shared/mail.ts';
import type { WithdrawalQueries, WithdrawalRepository } from '#core/withdrawals/ports.ts';
import { Withdrawal } from '#core/withdrawals/withdrawal.ts';
import { withdrawalList, withdrawalView } from '#core/withdrawals/withdrawal-view.ts';
import { foundWithOwner, isOwnedBy } from '../lists/owned.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore, StoreChanges } from '../store/memory-store.ts';
import { oldestFirst } from '../store/order.ts';
import { resourceRepository } from '../store/resources.ts';
import { dueRows } from '../store/times.ts';

export const makeWithdrawalRepository = ({ withdrawals }: StoreChanges): WithdrawalRepository => ({
  ...resourceRepository(withdrawals, 'withdrawal'),

  listReceived: async (orderId) =>
    withdrawals.filter((each) => each.orderId === orderId && each.status === 'received').sort(oldestFirst),

  async claimDue(at, nextAt) {
    const [due] = dueRows(at, withdrawals.values(), ({ processAt }) => processAt);
    if (due !== undefined) withdrawals.set(due.id, { ...due, processAt: nextAt });
    return due?.id;
  },

  async assignUser(orderIds, userId) {
    for (const each of withdrawals.filter(({ orderId }) => orderId !== null && orderIds.includes(orderId)))
      withdrawals.set(each.id, { ...each, version: each.version + 1, userId });
  },

  async erase({ orderIds, emailKey: key }) {
    const isOfBuyer = ({ orderId, email }: Withdrawal): boolean =>
      (orderId !== null && orderIds.includes(orderId)) || (email !== '' && emailKey(email) === key);
    const erased = withdrawals.filter(isOfBuyer).map(Withdrawal.erase);
    for (const each of erased) withdrawals.set(each.id, each);
    return erased.map(({ id }) => id);
  },
});

export const makeWithdrawalQueries = ({ withdrawals }: MemoryStore): WithdrawalQueries => ({
  async find(id) {
    const found = withdrawals.get(id);
    const view = foundWithOwner(withdrawalView, found);
    return found && view && { ...view, orderId: found.orderId };
  },

  async list({ ownerId, ...query }) {
    return listPage(withdrawalList, withdrawals.filter(isOwnedBy(ownerId)).map(withdrawalView), query);
  },
});
