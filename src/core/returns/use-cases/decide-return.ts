import { Scope } from '#core/access/scope.ts';
import type { Order } from '#core/orders/order.ts';
import { TimelineEntry } from '#core/orders/timeline-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { orNotFound } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { ReturnsTx, WithdrawalFollower } from '../ports.ts';
import { returnAuditEntry, returnChanged } from '../records.ts';
import { Return, type ReturnId } from '../return.ts';

/** Locks a return for a step of the staff. Lock order: order, then return. @throws DomainError `not_found`. */
export const lockReturn = async (
  tx: ReturnsTx,
  actor: Actor,
  { id, expected }: Readonly<{ id: ReturnId; expected: ExpectedVersions }>,
): Promise<Readonly<{ order: Order; before: Return }>> => {
  Scope.requireAll(actor, ['orders:write'], 'This');
  const found = orNotFound(await tx.returns.find(id), 'return', id);
  const order = await tx.orders.get(found.orderId);
  const before = await requireVersion(tx.events, await tx.returns.get(id), expected);
  return { order, before };
};

type Decision = 'approve' | 'close' | 'reject';

type Command = Readonly<{ id: ReturnId; decision: Decision; expected: ExpectedVersions }>;

/** Approves or rejects a return, or closes one of which the rest will not come. */
export type DecideReturn = (actor: Actor, command: Command) => Work<Return, ReturnsTx>;

const PARTICIPLES = { approve: 'approved', close: 'closed', reject: 'rejected' } as const;

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator; followWithdrawal: WithdrawalFollower }>;

export const makeDecideReturn =
  ({ clock, ids, followWithdrawal }: Deps): DecideReturn =>
  (actor, { decision, ...command }) =>
  async (tx) => {
    const { order, before } = await lockReturn(tx, actor, command);
    const at = clock.now();
    const after = Return.take(before, decision, at);
    const done = PARTICIPLES[decision];
    await tx.returns.save(after);
    await tx.orders.note(TimelineEntry.of({ ids, actor, order, at }, `return_${done}`, { return_id: after.id }));
    await tx.events.append(actor, returnChanged(before, after));
    await tx.audit.append(returnAuditEntry(actor, done, { before, after }));
    if (decision !== 'approve') await followWithdrawal(tx, actor, after);
    return after;
  };
