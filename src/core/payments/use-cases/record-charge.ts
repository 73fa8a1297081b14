import type { Actor } from '#core/shared/actor.ts';
import { momentOf } from '#core/shared/clock.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { authorized, entryTypeOf } from '../apply-outcome.ts';
import { Payable } from '../payable.ts';
import { Payment } from '../payment.ts';
import type { Charge } from '../payment-gateway.ts';
import { PaymentOperation } from '../payment-operation.ts';
import type { PaymentsTx } from '../ports.ts';
import { currentCharge, storeExternalReversals, storeReversals } from '../steps/record-reversals.ts';
import { type StoreDeps, storePayment } from '../steps/store-payment.ts';
import { isUnchangedExceptChecks, storeOutcome } from './record-outcome.ts';

/** Records a charge as read from the gateway, including external changes. */
export type RecordCharge = (
  actor: Actor,
  observation: Readonly<{ payment: Pick<Payment, 'id' | 'payableId'>; charge: Charge }>,
) => Work<Payment, PaymentsTx>;

export const makeRecordCharge =
  (deps: StoreDeps): RecordCharge =>
  (actor, { payment: { id, payableId }, charge }) =>
  async (tx) => {
    const recorder = { ...deps, actor };
    let [payment, payable] = await Promise.all([tx.payments.get(id), Payable.get(tx, payableId)]);
    const at = momentOf(deps);
    if (Payment.isOpen(payment)) {
      const operation = await tx.payments.getOperation(id);
      // an external refund is recorded as an operation of its own
      const applied = authorized(payment, operation, { ...charge, refunded: payment.refunded }, at);
      payment = await storeOutcome(tx, recorder, { before: payment, payable, applied, at, isNewOperation: false });
      payable = await Payable.get(tx, payableId);
    }
    [payment, payable] = await storeReversals(tx, recorder, { payment, payable, charge, at });
    // the charge includes our pending operations, which must not count twice
    if (Payment.isPending(payment)) return payment;
    [payment, payable] = await storeExternalReversals(tx, recorder, { payment, payable, charge, at });
    const after = Payment.observe(payment, currentCharge(payment, charge), at);
    return storeExternalChanges(tx, recorder, { before: payment, payable, after });
  };

/** Records external captures and refunds as operations of their own. */
const storeExternalChanges = async (
  tx: PaymentsTx,
  deps: StoreDeps & Readonly<{ actor: Actor }>,
  { before, payable, after }: Readonly<{ before: Payment; payable: Payable; after: Payment }>,
): Promise<Payment> => {
  if (isUnchangedExceptChecks(before, after)) return before;
  const at = after.updatedAt;
  const captured = after.captured.subtract(before.captured);
  const refunded = after.refunded.subtract(before.refunded);
  const externalMovements = [
    { id: deps.ids.next('cap'), kind: 'capture' as const, amount: captured },
    { id: deps.ids.next('re'), kind: 'refund' as const, amount: refunded },
  ].filter(({ amount }) => amount.minor > 0n);
  const operations = externalMovements.map(({ id, kind, amount }) =>
    PaymentOperation.succeed(
      PaymentOperation.create({ id, paymentId: after.id, kind, amount, idempotency: null, at }),
      at,
    ),
  );
  const what = refunded.minor > 0n ? 'refunded' : entryTypeOf(after);
  return storePayment(tx, deps, { before, payable, after, what, operations, movements: externalMovements });
};
