import { isByStaff } from '#core/access/is-by-staff.ts';
import type { WithdrawalMailPurpose } from '#core/mails/ports.ts';
import type { Order } from '#core/orders/order.ts';
import { TimelineEntry, type TimelineType } from '#core/orders/timeline-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { WithdrawalsTx } from '../ports.ts';
import { withdrawalAuditEntry, withdrawalChanged, withdrawalCreated } from '../records.ts';
import type { Withdrawal } from '../withdrawal.ts';

type Author = Readonly<{ actor: Actor; ids: IdGenerator }>;

type Stored = Readonly<{
  /** Null if it is new. */
  before: Withdrawal | null;
  after: Withdrawal;
  what: string;
  mail?: WithdrawalMailPurpose;
  /** Written to the timeline of the order. */
  noted?: Extract<TimelineType, `withdrawal_${string}`>;
}>;

/** Stores a withdrawal with its event and audit entry, notes it at its order, and requests its mail. */
export const storeWithdrawal = async (
  tx: WithdrawalsTx,
  { actor, ids }: Author,
  { before, after, what, mail, noted }: Stored,
): Promise<Withdrawal> => {
  if (before === null) await tx.withdrawals.add(after);
  else await tx.withdrawals.save(after);
  await tx.events.append(actor, before === null ? withdrawalCreated(after) : withdrawalChanged(before, after));
  await tx.audit.append(withdrawalAuditEntry(actor, what, { before, after }));
  if (noted !== undefined && after.orderId !== null)
    await note(tx, { actor, ids }, { after, noted, id: after.orderId });
  if (mail !== undefined) {
    // what becomes of it counts for who has stated it
    const client = isByStaff(actor) ? null : (actor.client ?? after.client);
    await tx.mailRequests.add({ purpose: mail, withdrawalId: after.id, client });
  }
  return after;
};

const note = (
  tx: WithdrawalsTx,
  { actor, ids }: Author,
  { after, noted, id }: Readonly<{ after: Withdrawal; noted: TimelineType; id: Order['id'] }>,
): Promise<void> => {
  const reason = after.reason === null ? {} : { reason: after.reason };
  const details = { withdrawal_id: after.id, ...reason };
  return tx.orders.note(TimelineEntry.of({ ids, actor, order: { id }, at: after.updatedAt }, noted, details));
};
