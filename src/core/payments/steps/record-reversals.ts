import type { Actor } from '#core/shared/actor.ts';
import type { Moment } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import type { Movement } from '../ledger.ts';
import { Payable } from '../payable.ts';
import { Payment } from '../payment.ts';
import { closeDispute, openDispute, reverseRefund } from '../payment-findings.ts';
import type { Charge, ChargeDispute, FailedRefund } from '../payment-gateway.ts';
import { PaymentOperation } from '../payment-operation.ts';
import type { PaymentsTx } from '../ports.ts';
import { type StoreDeps, storePayment } from './store-payment.ts';

// The gateway takes back what it had reported as done: refunds fail, and payers dispute charges. The charge lists all of
// it, so that a repeated or late report changes nothing, and a later one includes the earlier.

type Deps = StoreDeps & Readonly<{ actor: Actor }>;

type Current = Readonly<{ payment: Payment; payable: Payable; charge: Charge; at: Moment }>;

type Recorded = [Payment, Payable];

/** Records the failures of our refunds, and disputes. */
export const storeReversals = async (tx: PaymentsTx, deps: Deps, current: Current): Promise<Recorded> => {
  let recorded: Recorded = [current.payment, current.payable];
  for (const failed of current.charge.failedRefunds ?? []) {
    if (failed.key === null) continue;
    const operation = await findRefund(tx, recorded[0], failed.key);
    // a refund that never succeeded was not recorded as one
    if (operation?.status !== 'succeeded') continue;
    recorded = await storeReversal(tx, deps, { recorded, operation, failed, at: current.at });
  }
  for (const dispute of current.charge.disputes ?? []) {
    recorded = await storeDispute(tx, deps, { recorded, dispute, at: current.at });
  }
  return recorded;
};

/** Records the failures of refunds that others have requested at the gateway. */
export const storeExternalReversals = async (tx: PaymentsTx, deps: Deps, current: Current): Promise<Recorded> => {
  let recorded: Recorded = [current.payment, current.payable];
  for (const failed of externalFailures(current.charge)) {
    const [payment] = recorded;
    const isCounted = netRefunds(payment).compare(current.charge.refunded) <= 0;
    if (isCounted || isOutdated(payment, current.charge)) break;
    const operation = (await tx.payments.listRefunds(payment.id)).find(
      ({ status, amount }) => status === 'succeeded' && amount.compare(failed.amount) === 0,
    );
    if (operation !== undefined) {
      recorded = await storeReversal(tx, deps, { recorded, operation, failed, at: current.at });
    }
  }
  return recorded;
};

/** The charge, without the refunds of an outdated view: it still includes those that have failed since. */
export const currentCharge = (payment: Payment, charge: Charge): Charge =>
  isOutdated(payment, charge) ? { ...charge, refunded: netRefunds(payment) } : charge;

const isOutdated = ({ reversed }: Payment, { failedRefunds = [] }: Charge): boolean =>
  failedRefunds.reduce((sum, { amount }) => sum.add(amount), reversed.subtract(reversed)).compare(reversed) < 0;

const externalFailures = ({ failedRefunds = [] }: Charge): FailedRefund[] =>
  failedRefunds.filter(({ key }) => key === null);

/** The refunds without lost disputes. */
const netRefunds = (payment: Payment): Money =>
  payment.disputes
    .filter(({ status }) => status === 'lost')
    .reduce((sum, { booked }) => sum.subtract(booked), payment.refunded);

const findRefund = async (
  tx: PaymentsTx,
  { id }: Payment,
  key: NonNullable<FailedRefund['key']>,
): Promise<PaymentOperation | undefined> => (await tx.payments.listRefunds(id)).find((refund) => refund.id === key);

type Reversal = Readonly<{ recorded: Recorded; operation: PaymentOperation; failed: FailedRefund; at: Moment }>;

const storeReversal = async (
  tx: PaymentsTx,
  deps: Deps,
  { recorded: [before, payable], operation, failed: { failure }, at }: Reversal,
): Promise<Recorded> => {
  const { amount } = operation;
  const payment = await storePayment(tx, deps, {
    before,
    payable,
    after: reverseRefund(before, amount, at),
    what: 'refund_failed',
    details: { operation_id: operation.id, amount: amount.toNumber(), failure_code: failure.code },
    operations: [PaymentOperation.reverse(operation, failure, at.business)],
    movements: [{ id: deps.ids.next('mov'), kind: 'refund_reversal', amount }],
  });
  return [payment, await Payable.get(tx, payable.id)];
};

type Reported = Readonly<{ recorded: Recorded; dispute: ChargeDispute; at: Moment }>;

/** A dispute that is closed when it is first seen is opened and then closed. One that was lost can be won on appeal. */
const storeDispute = async (tx: PaymentsTx, deps: Deps, reported: Reported): Promise<Recorded> => {
  const { dispute, at } = reported;
  let { recorded } = reported;
  const find = ([{ disputes }]: Recorded) => disputes.find(({ reference }) => reference === dispute.reference);
  if (find(recorded) === undefined) {
    const after = openDispute(recorded[0], dispute, at);
    const booked = Payment.disputed(after).subtract(Payment.disputed(recorded[0]));
    recorded = await storeDisputeStep(tx, deps, { recorded, after, dispute, step: 'opened', booked });
  }
  const known = find(recorded);
  // an earlier view may still show an open dispute
  if (known === undefined || known.status === 'won' || dispute.status === 'open') return recorded;
  if (known.status === dispute.status) return recorded;
  const after = closeDispute(recorded[0], dispute, at);
  const { booked } = known;
  const isAppeal = known.status === 'lost';
  return storeDisputeStep(tx, deps, { recorded, after, dispute, step: dispute.status, booked, isAppeal });
};

type DisputeChange = Readonly<{
  after: Payment;
  dispute: ChargeDispute;
  step: 'opened' | 'won' | 'lost';
  booked: Money;
  /** Whether the dispute had been lost. */
  isAppeal?: boolean;
}>;

const storeDisputeStep = async (
  tx: PaymentsTx,
  deps: Deps,
  { recorded: [before, payable], ...change }: DisputeChange & Readonly<{ recorded: Recorded }>,
): Promise<Recorded> => {
  const { what, details, movements } = disputeRecord(change, deps.ids);
  const { after } = change;
  const payment = await storePayment(tx, deps, { before, payable, after, what, details, operations: [], movements });
  return [payment, await Payable.get(tx, payable.id)];
};

/** What is recorded of a step of a dispute. */
export const disputeRecord = (
  { dispute: { reference, amount, reason }, step, booked, isAppeal = false }: DisputeChange,
  ids: IdGenerator,
) => {
  const kind: Movement['kind'] = step === 'opened' ? 'dispute' : isAppeal ? 'refund_reversal' : `dispute_${step}`;
  return {
    what: `dispute_${step}` as const,
    details: { dispute: reference, amount: amount.toNumber(), reason },
    movements: booked.minor > 0n ? [{ id: ids.next('mov'), kind, amount: booked }] : [],
  };
};
