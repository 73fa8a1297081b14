import type { WithdrawalFollower } from '#core/returns/ports.ts';
import type { Return } from '#core/returns/return.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { WithdrawalsTx } from '../ports.ts';
import { Withdrawal } from '../withdrawal.ts';
import { storeWithdrawal } from './store-withdrawal.ts';

/** Ends the withdrawal of a return that has ended. */
export const makeFollowReturn =
  ({ ids }: Readonly<{ ids: IdGenerator }>): WithdrawalFollower =>
  async (tx: WithdrawalsTx, actor: Actor, ended: Return) => {
    if (ended.withdrawal === null) return;
    const before = await tx.withdrawals.get(ended.withdrawal.id);
    if (before.status !== 'accepted') return;
    const isRejected = ended.status === 'rejected';
    const after = Withdrawal.end(before, isRejected, ended.updatedAt);
    const told = isRejected ? ({ mail: 'withdrawal_rejected', noted: 'withdrawal_rejected' } as const) : {};
    await storeWithdrawal(tx, { actor, ids }, { before, after, what: after.status, ...told });
  };
