import type { Order, OrderId } from '#core/orders/order.ts';
import type { Movement } from '#core/payments/ledger.ts';
import type { Payment, PaymentId } from '#core/payments/payment.ts';
import type { PaymentEntry } from '#core/payments/payment-entry.ts';
import type { OperationId, PaymentOperation } from '#core/payments/payment-operation.ts';
import type { OrderPaymentState, PaymentChanges, PaymentRepository } from '#core/payments/payment-repository.ts';
import type { Currency } from '#core/shared/currency.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Money } from '#core/shared/money.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { amountOf } from '../tables/amount.ts';
import { type PaymentOperationRow, toPaymentOperation, toPaymentOperationRow } from '../tables/payment-operations.ts';
import { type PaymentRow, toPayment, toPaymentRow } from '../tables/payments.ts';
import { entryColumns } from '../timelines/timeline-columns.ts';
import {
  BEGIN,
  BEGIN_AND_MOVE,
  CLAIM,
  ERASE,
  ERASE_REASONS,
  FIND,
  FORGET_CALLBACKS,
  FORGET_REQUEST,
  GET,
  HOLDING,
  KNOWN_CALLBACK,
  NAMES,
  NOTE_CALLBACK,
  OPERATION,
  PENDING,
  POSTPONE,
  REQUESTED,
  STANDING,
  UPDATE,
  UPDATE_AND_MOVE,
} from './payment-statements.ts';

export class PostgresPaymentRepository implements PaymentRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async begin(payment: Payment, added: PaymentChanges, due: Money): Promise<OrderPaymentState | undefined> {
    const { orderId, amount } = payment;
    const row = JSON.stringify([toPaymentRow(payment)]);
    const values = [orderId, amount.toDecimal(), due.toDecimal(), row, ...rowsOf(payment, added)];
    const text = added.movements === undefined ? BEGIN : BEGIN_AND_MOVE;
    const [standing] = await this.#session.query<StandingRow & { isBegun: boolean }>({ text, values });
    return standing?.isBegun ? undefined : toStanding(standing, amount.currency);
  }

  async get(id: PaymentId): Promise<Payment> {
    const [row] = await this.#session.query<PaymentRow>({ text: GET, values: [id] });
    if (row === undefined) throw notFound('payment', id);
    return toPayment(row);
  }

  async find(id: PaymentId): Promise<Payment | undefined> {
    const [row] = await this.#session.query<PaymentRow>({ text: FIND, values: [id] });
    return row && toPayment(row);
  }

  async paymentStateOf({ id, currency }: Pick<Order, 'id' | 'currency'>): Promise<OrderPaymentState> {
    const [row] = await this.#session.query<StandingRow>({ text: STANDING, values: [id] });
    return toStanding(row, currency);
  }

  async holding(orderId: OrderId): Promise<readonly PaymentId[]> {
    const rows = await this.#session.query<{ id: PaymentId }>({ text: HOLDING, values: [orderId] });
    return rows.map(({ id }) => id);
  }

  async operation(id: OperationId): Promise<PaymentOperation> {
    const [row] = await this.#session.query<OperationWithCurrency>({ text: OPERATION, values: [id] });
    if (row === undefined) throw notFound('operation', id);
    return toPaymentOperation(row);
  }

  async pending(id: PaymentId): Promise<readonly PaymentOperation[]> {
    return (await this.#session.query<OperationWithCurrency>({ text: PENDING, values: [id] })).map(toPaymentOperation);
  }

  async findRequested(name: string, since: Date): Promise<PaymentOperation | undefined> {
    const [row] = await this.#session.query<OperationWithCurrency>({ text: REQUESTED, values: [name] });
    const found = row && toPaymentOperation(row);
    if (found === undefined || found.createdAt >= since) return found;
    this.#session.send({ text: FORGET_REQUEST, values: [found.id] });
    return undefined;
  }

  async save(payment: Payment, kept: PaymentChanges): Promise<void> {
    const columns = { ...toPaymentRow(payment), metadata: JSON.stringify(payment.metadata) };
    const values = [...NAMES.map((name) => columns[name]), ...rowsOf(payment, kept)];
    this.#session.send({ text: kept.movements === undefined ? UPDATE : UPDATE_AND_MOVE, values });
  }

  async postpone({ id, checkAt, checks }: Payment, happened: readonly PaymentEntry[]): Promise<void> {
    this.#session.send({ text: POSTPONE, values: [id, checkAt, checks, entryRowsOf(happened)] });
  }

  async claimDue(at: Date, until: Date): Promise<PaymentId | undefined> {
    const [claimed] = await this.#session.query<{ id: PaymentId }>({ text: CLAIM, values: [at, until] });
    return claimed?.id;
  }

  async isKnownWebhook(gateway: string, id: string): Promise<boolean> {
    return (await this.#session.query({ text: KNOWN_CALLBACK, values: [gateway, id] })).length > 0;
  }

  async recordWebhook(gateway: string, id: string, at: Date): Promise<void> {
    this.#session.send({ text: NOTE_CALLBACK, values: [gateway, id, at] });
  }

  async removeWebhooksBefore(before: Date): Promise<void> {
    this.#session.send({ text: FORGET_CALLBACKS, values: [before] });
  }

  async erase(orderIds: readonly OrderId[]): Promise<PaymentId[]> {
    const rows = await this.#session.query<{ id: PaymentId }>({ text: ERASE, values: [orderIds] });
    const erased = rows.map(({ id }) => id);
    this.#session.send({ text: ERASE_REASONS, values: [erased] });
    return erased;
  }
}

type OperationWithCurrency = PaymentOperationRow & Readonly<{ currency: Currency }>;

type StandingRow = { isProcessing: boolean; isUnderWay: boolean; held: string };

const toStanding = (row: StandingRow | undefined, currency: Currency): OrderPaymentState => {
  if (row === undefined) throw new TypeError('A sum has always one row.');
  const { isProcessing, isUnderWay, held } = row;
  return { isProcessing, isUnderWay, held: amountOf(held, currency) };
};

/** What is written with a payment, as JSON arrays of rows. */
const rowsOf = (
  { amount: { currency } }: Payment,
  { operations = [], happened = [], movements }: PaymentChanges,
): string[] => [
  JSON.stringify(operations.map(toPaymentOperationRow)),
  entryRowsOf(happened),
  ...(movements === undefined ? [] : [JSON.stringify(movements.flatMap((movement) => entriesOf(movement, currency)))]),
];

const entryRowsOf = (happened: readonly PaymentEntry[]): string =>
  JSON.stringify(happened.map((entry) => ({ payment_id: entry.paymentId, ...entryColumns(entry) })));

const entriesOf = ({ id, kind, paymentId, orderId, debit, credit, amount, at }: Movement, currency: Currency) => {
  const entry = { movement_id: id, kind, payment_id: paymentId, order_id: orderId, currency, created_at: at };
  const sum = amount.toDecimal();
  return [
    { ...entry, account: debit, debit: sum, credit: 0 },
    { ...entry, account: credit, debit: 0, credit: sum },
  ];
};
