import type { Actor } from '#core/shared/actor.ts';
import type { Participant, Work } from '#core/shared/unit-of-work.ts';
import { Payable } from '../payable.ts';
import type { Gateways } from '../payment-gateway.ts';
import type { PaymentsTx } from '../ports.ts';
import { type PaymentRequest, type PreparedPayment, preparePayment } from '../steps/prepare-payment.ts';
import { type BeginPayment, PaymentPending } from './begin-payment.ts';
import type { ExecuteOperation } from './execute-operation.ts';
import type { FinishedOperation, StartedOperation } from './record-outcome.ts';
import type { ReplaceOpenPayment } from './replace-open-payment.ts';

/** Stores what is paid and begins its payment, in one transaction. @returns the payment, with what is paid as stored. */
export type StoreAndBegin = Participant<PaymentsTx, [prepared: PreparedPayment], StartedOperation>;

/**
 * Pays an order or an invoice, or a part of it. Customers pay their own. A payment that waits for its payer is voided first.
 * @param storeAndBegin Begins the payment of what is not stored yet.
 */
export type CreatePayment = (
  actor: Actor,
  request: PaymentRequest,
  storeAndBegin?: StoreAndBegin,
) => Promise<Work<FinishedOperation, PaymentsTx>>;

type Deps = Readonly<{
  beginPayment: BeginPayment;
  execute: ExecuteOperation;
  replaceOpen: ReplaceOpenPayment;
  gateways: Gateways;
}>;

export const makeCreatePayment = (deps: Deps): CreatePayment => {
  const { beginPayment, execute, replaceOpen } = deps;
  const beginStored: StoreAndBegin = (tx, prepared) =>
    beginPayment(tx, Payable.getFor(tx, prepared.actor, prepared.payableId), prepared);

  return async (actor, request, storeAndBegin = beginStored) => {
    const prepared = preparePayment(deps, actor, request);
    const operation = { ...prepared, begin: (tx: PaymentsTx) => storeAndBegin(tx, prepared) };
    try {
      return await execute(operation);
    } catch (error) {
      if (!(error instanceof PaymentPending) || error.replaceable === undefined) throw error;
      // the payer has left it for another try; if they return to it at this moment, it is paid and not replaced
      await replaceOpen(actor, error.replaceable);
      return execute(operation);
    }
  };
};
