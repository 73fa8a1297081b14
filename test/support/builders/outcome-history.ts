import fc from 'fast-check';
import type { Order } from '#core/orders/order.ts';
import { PaymentOperation } from '#core/payments/payment-operation.ts';
import type { PaymentStatus } from '#core/payments/payment-status.ts';
import { Return } from '#core/returns/return.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import type { Transaction, Work } from '#core/storage.ts';
import { WITHDRAWAL_STATUSES, Withdrawal } from '#core/withdrawals/withdrawal.ts';
import { plainRate } from '../models/plain-rate.ts';
import { ids } from './builders.ts';
import { anOperation, aPaymentEntry, aPaymentRow, beginRow } from './payment-rows.ts';
import { aTime, plainFigures, type SoldHistory } from './sales-history.ts';

const GATEWAYS = ['sandbox', 'stripe'];

/** What became of a payment: `voided` was authorized before it was cancelled, `abandoned` was not. */
const anAttempt = fc.record({
  at: aTime,
  gateway: fc.constantFrom(...GATEWAYS),
  code: fc.constantFrom('declined', 'insufficient funds', 'gateway_unreachable'),
  outcome: fc.constantFrom('succeeded', 'succeeded', 'failed', 'voided', 'abandoned', 'open'),
});

const aReturn = fc.record({
  at: aTime,
  quantities: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
  isReceived: fc.boolean(),
});

const aWithdrawal = fc.record({
  at: aTime,
  quantities: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
  status: fc.constantFrom(...WITHDRAWAL_STATUSES),
});

/** What becomes of the payments of an order, and what is withdrawn from and sent back of it. */
export const anOutcomeHistory = fc.record({
  attempts: fc.array(anAttempt, { maxLength: 4 }),
  returns: fc.array(aReturn, { maxLength: 2 }),
  withdrawals: fc.array(aWithdrawal, { maxLength: 2 }),
});

export type OutcomeHistory = typeof anOutcomeHistory extends fc.Arbitrary<infer T> ? T : never;

type Attempt = OutcomeHistory['attempts'][number];

const STATUSES: Readonly<Record<Attempt['outcome'], PaymentStatus>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  voided: 'cancelled',
  abandoned: 'cancelled',
  open: 'authorized',
};

export const storeOutcomes =
  (order: Order, { attempts, returns, withdrawals }: OutcomeHistory): Work<void> =>
  async (tx) => {
    for (const attempt of attempts) await storeAttempt(tx, order, attempt);
    for (const { at, quantities, isReceived } of returns) {
      const items = quantities.map((quantity) => ({
        itemId: ids.next('item'),
        quantity,
        receivedQuantity: isReceived ? quantity : 0,
        reason: null,
        isRestocked: null,
        refund: null,
      }));
      const { id: orderId, userId, currency } = order;
      const requested = Return.request({ id: ids.next('ret'), orderId, userId, currency, items, reason: null }, at);
      const status = isReceived ? 'received' : 'approved';
      await tx.returns.add({ ...requested, status });
    }
    for (const withdrawal of withdrawals) await tx.withdrawals.add(withdrawalOf(order, withdrawal));
  };

const withdrawalOf = (
  { id: orderId, userId }: Order,
  { at, quantities, status }: OutcomeHistory['withdrawals'][number],
): Withdrawal => {
  const statement = { orderNumber: '1', name: 'Ada', email: 'ada@example.com', note: null, items: null };
  const made = { ...statement, isVerified: true, client: null };
  const isAccepted = status === 'accepted' || status === 'completed';
  const items = quantities.map((quantity) => ({ itemId: ids.next('item'), quantity }));
  return {
    ...Withdrawal.state({ id: ids.next('wdr'), orderId, userId, ...made }, at),
    status,
    acceptedItems: isAccepted ? items : null,
  };
};

const storeAttempt = async (tx: Transaction, order: Order, { at, gateway, code, outcome }: Attempt): Promise<void> => {
  const amount = Money.ofMinor(1n, order.currency);
  const status = STATUSES[outcome];
  const payment = aPaymentRow({ payableId: order.id, amount, gateway, status, nextCheckAt: null });
  const pending = anOperation(payment);
  const ended =
    outcome === 'failed'
      ? PaymentOperation.fail(pending, { code, message: '' }, at)
      : PaymentOperation.succeed(pending, at);
  const entries = outcome === 'voided' ? [aPaymentEntry(payment, 'authorized')] : [];
  const operations = [outcome === 'open' ? pending : ended];
  const refused = await beginRow(payment, { operations, movements: [], entries }, amount.times(1_000_000_000n))(tx);
  if (refused !== undefined) throw new Error(`${payment.id} was not begun.`);
};

type Stored = Readonly<{ currency: Currency; history: OutcomeHistory }>;

type Asked = Readonly<{ currency: Currency; isIn: (at: Date) => boolean }>;

/** The figures of payments, disputes, returns and withdrawals by plain addition. */
export const plainOutcomes = (
  outcomes: readonly Stored[],
  sales: readonly SoldHistory[],
  { currency, isIn }: Asked,
) => {
  const asked = outcomes.filter((stored) => stored.currency === currency).map(({ history }) => history);
  const attempts = asked.flatMap((history) => history.attempts).filter(({ at }) => isIn(at));
  const succeeded = attempts.filter(({ outcome }) => outcome === 'succeeded' || outcome === 'voided').length;
  const failed = attempts.filter(({ outcome }) => outcome === 'failed').length;
  const returns = asked.flatMap((history) => history.returns).filter(({ at, isReceived }) => isReceived && isIn(at));
  const unitsReturned = returns.flatMap(({ quantities }) => quantities).reduce((sum, quantity) => sum + quantity, 0);
  const withdrawals = asked
    .flatMap((history) => history.withdrawals)
    .filter(({ at, status }) => (status === 'accepted' || status === 'completed') && isIn(at));
  const withdrawn = withdrawals.flatMap(({ quantities }) => quantities).reduce((sum, quantity) => sum + quantity, 0);
  const { gross, refunds, units, orders } = plainFigures(sales, currency, isIn);
  return {
    payments_succeeded: succeeded,
    payments_failed: failed,
    payment_success_rate: plainRate(succeeded, succeeded + failed),
    refund_rate: plainRate(refunds, gross),
    returns: returns.length,
    units_returned: unitsReturned,
    return_rate: plainRate(unitsReturned, units),
    withdrawals: withdrawals.length,
    units_withdrawn: withdrawn,
    withdrawal_rate: plainRate(withdrawals.length, orders),
    ...disputesIn(sales, { currency, isIn }),
  };
};

const disputesIn = (sales: readonly SoldHistory[], { currency, isIn }: Asked): Readonly<Record<string, number>> => {
  const movements = sales
    .filter(({ order }) => order.currency === currency)
    .flatMap((sale) => sale.movements)
    .filter(({ at }) => isIn(at));
  const figures = (['opened', 'won', 'lost'] as const).map((step) => {
    const kind = step === 'opened' ? 'dispute' : (`dispute_${step}` as const);
    const moved = movements.filter((movement) => movement.kind === kind);
    const amount = moved.reduce((sum, movement) => sum.add(movement.amount), Money.ofMinor(0n, currency));
    return { [`disputes_${step}`]: moved.length, [`disputes_${step}_amount`]: amount.toNumber() };
  });
  return Object.assign({}, ...figures);
};

/** The lists of a report by plain counting, in no order. */
export const plainLists = (outcomes: readonly Stored[], { currency, isIn }: Asked) => {
  const attempts = outcomes
    .filter((stored) => stored.currency === currency)
    .flatMap(({ history }) => history.attempts)
    .filter(({ at, outcome }) => isIn(at) && outcome !== 'abandoned' && outcome !== 'open');
  const failures = attempts.filter(({ outcome }) => outcome === 'failed');
  return {
    payments: GATEWAYS.flatMap((gateway) => {
      const own = attempts.filter((attempt) => attempt.gateway === gateway);
      const failed = own.filter(({ outcome }) => outcome === 'failed').length;
      const succeeded = own.length - failed;
      return own.length === 0 ? [] : [{ gateway, succeeded, failed, success_rate: plainRate(succeeded, own.length) }];
    }),
    failures: [...Map.groupBy(failures, ({ gateway, code }) => `${gateway} ${code}`).values()].map((same) => ({
      gateway: same[0]?.gateway,
      code: same[0]?.code,
      count: same.length,
    })),
  };
};
