import type { Actor } from '#core/shared/actor.ts';
import { type Clocks, type Moment, momentOf } from '#core/shared/clock.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { NOT_REACHED } from '../../apply-outcome.ts';
import type { Failure } from '../../payment-status.ts';
import type { DefaultMethodListener, PaymentsTx } from '../../ports.ts';
import type { SaveOutcome } from '../../saved-methods.ts';
import { PaymentMethod } from '../payment-method.ts';
import { paymentMethodAuditEntry, paymentMethodCreated } from '../records.ts';

/** A method as it was when the gateway was called, and the gateway's outcome. */
type Reported = Readonly<{ method: PaymentMethod; outcome: SaveOutcome }>;

/** Records what the gateway has done with a token, unless it is recorded already. @returns the current method. */
export type RecordSaving = (actor: Actor, reported: Reported) => Work<PaymentMethod, PaymentsTx>;

type Deps = Clocks & Readonly<{ listeners: readonly DefaultMethodListener[] }>;

export const makeRecordSaving =
  ({ listeners, ...clocks }: Deps): RecordSaving =>
  (actor, { method: started, outcome }) =>
  async (tx) => {
    // lock order: user, then methods
    await tx.users.lock(started.userId);
    const before = await tx.paymentMethods.find(started.id);
    // deleted meanwhile, and removed at the gateway
    if (before === undefined) return PaymentMethod.remove(started, momentOf(clocks));
    if (!PaymentMethod.isSaving(before)) return before;
    const current = await tx.paymentMethods.get(started.id);
    const recorded = { actor, before: current, at: momentOf(clocks) };
    // an unreachable gateway proves nothing once another process may have called it
    const isProven = outcome.kind !== 'unreachable' || started.checkCount === current.checkCount;
    switch (outcome.kind) {
      case 'saved': {
        const saved = await storeSaved(tx, recorded, outcome);
        if (saved.isDefault) for (const listener of listeners) await listener(tx, actor, saved);
        return saved;
      }
      case 'declined':
        return storeFailed(tx, recorded, { failure: outcome, keepsKey: true });
      case 'invalid_token': {
        const failure = { code: 'invalid_token', message: `The token ${outcome.message}` };
        // a repeated request with a wrong token is reported again, so its key stays free
        return storeFailed(tx, recorded, { failure, keepsKey: false });
      }
      case 'requires_action':
        return storeAction(tx, recorded, outcome.redirectUrl);
      default:
        return outcome.kind === 'unreachable' && isProven
          ? storeFailed(tx, recorded, { failure: NOT_REACHED, keepsKey: false })
          : postpone(tx, recorded);
    }
  };

type Recorded = Readonly<{ actor: Actor; before: PaymentMethod; at: Moment }>;

/** The first active method of a user is their default. */
const storeSaved = async (
  tx: PaymentsTx,
  { actor, before, at }: Recorded,
  saved: Extract<SaveOutcome, { kind: 'saved' }>,
): Promise<PaymentMethod> => {
  if (before.status === 'removing') {
    const removing = PaymentMethod.removeSaved(before, saved.reference, at);
    await tx.paymentMethods.save(removing);
    return removing;
  }
  const isDefault = !(await tx.paymentMethods.listOf(before.userId)).some((other) => other.isDefault);
  const after: PaymentMethod = { ...PaymentMethod.activate(before, saved, at), isDefault };
  await tx.paymentMethods.save(after);
  await tx.events.append(actor, paymentMethodCreated(after));
  await tx.audit.append(paymentMethodAuditEntry(actor, 'created', { before: null, after, at: at.business }));
  return after;
};

const storeFailed = async (
  tx: PaymentsTx,
  { before, at }: Recorded,
  { failure: { code, message }, keepsKey }: Readonly<{ failure: Failure; keepsKey: boolean }>,
): Promise<PaymentMethod> => {
  if (before.status === 'removing') {
    await tx.paymentMethods.remove(before.id);
    return before;
  }
  const end = keepsKey ? PaymentMethod.fail : PaymentMethod.releaseKey;
  const after = end(before, { code, message }, at);
  await tx.paymentMethods.save(after);
  return after;
};

const storeAction = async (tx: PaymentsTx, recorded: Recorded, redirectUrl: string): Promise<PaymentMethod> => {
  const { before, at } = recorded;
  if (before.status === 'removing' || before.redirectUrl === redirectUrl) return postpone(tx, recorded);
  const after = PaymentMethod.awaitPayer(before, redirectUrl, at);
  await tx.paymentMethods.save(after);
  return after;
};

const postpone = async (tx: PaymentsTx, { before, at }: Recorded): Promise<PaymentMethod> => {
  const waiting = PaymentMethod.postpone(before, at);
  await tx.paymentMethods.postpone(waiting);
  return waiting;
};
