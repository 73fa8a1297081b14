import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { LedgerQueries } from '../ledger.ts';
import type { PaymentId } from '../payment.ts';
import { recordDiscrepancy } from '../payment-findings.ts';
import type { PaymentsTx } from '../ports.ts';
import { paymentAuditEntry, paymentChanged } from '../records.ts';

/**
 * Compares the next payments with the ledger, in the order of their ids and after the last from the first again, and records
 * on each whether they disagree. @returns how many were compared.
 */
export type CheckLedger = () => Promise<number>;

const BATCH_SIZE = 1_000;

type Deps = Readonly<{
  ledgerQueries: LedgerQueries;
  unitOfWork: UnitOfWork<PaymentsTx>;
  clock: BusinessClock;
  log: Log;
}>;

export const makeCheckLedger = ({ ledgerQueries, unitOfWork, clock, log }: Deps): CheckLedger => {
  let last: PaymentId | null = null;
  return async () => {
    const compared = await ledgerQueries.comparePayments(last, BATCH_SIZE);
    for (const { id, isMarked, hasDiscrepancy } of compared) {
      if (isMarked === hasDiscrepancy) continue;
      if (hasDiscrepancy) log.error({ payment_id: id }, 'a payment differs from the ledger');
      await unitOfWork.run((tx) => record(tx, { id, hasDiscrepancy, at: clock.now() }));
    }
    last = compared.length < BATCH_SIZE ? null : (compared.at(-1)?.id ?? null);
    return compared.length;
  };
};

type Finding = Readonly<{ id: PaymentId; hasDiscrepancy: boolean; at: Date }>;

/** Another process may have recorded it meanwhile. */
const record = async (tx: PaymentsTx, { id, hasDiscrepancy, at }: Finding): Promise<void> => {
  const before = await tx.payments.get(id);
  if (before.hasDiscrepancy === hasDiscrepancy) return;
  const after = recordDiscrepancy(before, hasDiscrepancy, at);
  await tx.payments.save(after, {});
  await tx.events.append(Actor.system, paymentChanged(before, after));
  await tx.audit.append(paymentAuditEntry(Actor.system, 'compared', { before, after }));
};
