import type { PayableId } from '#core/payments/payable-id.ts';
import type { Payment, PaymentId } from '#core/payments/payment.ts';
import type { PaymentEntry } from '#core/payments/payment-entry.ts';
import type { OperationId, PaymentOperation } from '#core/payments/payment-operation.ts';
import type { OrderPaymentState, PaymentChanges, PaymentRepository } from '#core/payments/ports.ts';
import type { Currency } from '#core/shared/currency.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Money } from '#core/shared/money.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { amountOf } from '../tables/amount.ts';
import { toLedgerEntryRows } from '../tables/ledger-entries.ts';
import { toPaymentOperation, toPaymentOperationRow } from '../tables/payment-operations.ts';
import { toPaymentTimelineEntryRow } from '../tables/payment-timeline.ts';
import { toPayment, toPaymentRow } from '../tables/payments.ts';
import { CLAIM_CHECK } from './claim-check.ts';
import {
  FIND_GATEWAY_WEBHOOK,
  FIND_OPERATION_BY_KEY,
  INSERT_GATEWAY_WEBHOOK,
  LOCK_OPERATION,
  PENDING_ITEM_REFUND,
  PENDING_OPERATIONS,
  REFUNDS,
  RELEASE_IDEMPOTENCY_KEY,
  REMOVE_GATEWAY_WEBHOOKS,
} from './operation-statements.ts';
import {
  ASSIGN_USER,
  BEGIN_PAYMENT,
  BEGIN_PAYMENT_WITH_LEDGER,
  type ChangeRows,
  ERASE_PAYMENTS,
  ERASE_REFUND_REASONS,
  FIND_PAYMENT,
  LOCK_PAYMENT,
  ORDER_PAYMENT_STATE,
  POSTPONE_CHECK,
  REVERSIBLE_PAYMENTS,
  UPDATE_PAYMENT,
  UPDATE_PAYMENT_WITH_LEDGER,
} from './payment-statements.ts';

export class PostgresPaymentRepository implements PaymentRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async begin(payment: Payment, changes: PaymentChanges, amountDue: Money): Promise<OrderPaymentState | undefined> {
    const { payableId, amount } = payment;
    const statement = changes.movements === undefined ? BEGIN_PAYMENT : BEGIN_PAYMENT_WITH_LEDGER;
    const [state] = await this.#session.query(
      statement({
        payableId,
        amount: amount.toDecimal(),
        amountDue: amountDue.toDecimal(),
        payments: [toPaymentRow(payment)],
        ...toChangeRows(payment, changes),
      }),
    );
    return state?.is_begun ? undefined : toOrderPaymentState(state, amount.currency);
  }

  async get(id: PaymentId): Promise<Payment> {
    const [row] = await this.#session.query(LOCK_PAYMENT({ id }));
    if (row === undefined) throw notFound('payment', id);
    return toPayment(row);
  }

  async find(id: PaymentId): Promise<Payment | undefined> {
    const [row] = await this.#session.query(FIND_PAYMENT({ id }));
    return row && toPayment(row);
  }

  async paymentStateOf({ id, currency }: Readonly<{ id: PayableId; currency: Currency }>): Promise<OrderPaymentState> {
    const [row] = await this.#session.query(ORDER_PAYMENT_STATE({ payableId: id }));
    return toOrderPaymentState(row, currency);
  }

  async isRefundingItems(orderId: PayableId): Promise<boolean> {
    return (await this.#session.query(PENDING_ITEM_REFUND({ orderId }))).length > 0;
  }

  async listReversible(orderId: PayableId): Promise<readonly PaymentId[]> {
    const rows = await this.#session.query(REVERSIBLE_PAYMENTS({ orderId }));
    return rows.map(({ id }) => id);
  }

  async getOperation(id: OperationId): Promise<PaymentOperation> {
    const [row] = await this.#session.query(LOCK_OPERATION({ id }));
    if (row === undefined) throw notFound('operation', id);
    return toPaymentOperation(row);
  }

  async listPendingOperations(paymentId: PaymentId): Promise<readonly PaymentOperation[]> {
    return (await this.#session.query(PENDING_OPERATIONS({ paymentId }))).map(toPaymentOperation);
  }

  async listRefunds(paymentId: PaymentId): Promise<readonly PaymentOperation[]> {
    return (await this.#session.query(REFUNDS({ paymentId }))).map(toPaymentOperation);
  }

  async findOperationByKey(key: string, since: Date): Promise<PaymentOperation | undefined> {
    const [row] = await this.#session.query(FIND_OPERATION_BY_KEY({ key }));
    const found = row && toPaymentOperation(row);
    if (found === undefined || found.createdAt >= since) return found;
    this.#session.send(RELEASE_IDEMPOTENCY_KEY({ id: found.id }));
    return undefined;
  }

  async save(payment: Payment, changes: PaymentChanges): Promise<void> {
    const statement = changes.movements === undefined ? UPDATE_PAYMENT : UPDATE_PAYMENT_WITH_LEDGER;
    this.#session.send(statement({ ...toPaymentRow(payment), ...toChangeRows(payment, changes) }));
  }

  async postpone(payment: Payment, entries: readonly PaymentEntry[]): Promise<void> {
    this.#session.send(POSTPONE_CHECK({ ...toPaymentRow(payment), entries: entries.map(toPaymentTimelineEntryRow) }));
  }

  async claimDue(at: Date, until: Date): Promise<PaymentId | undefined> {
    const [claimed] = await this.#session.query(CLAIM_CHECK({ at, until }));
    return claimed?.id;
  }

  async isKnownGatewayWebhook(gateway: string, id: string): Promise<boolean> {
    return (await this.#session.query(FIND_GATEWAY_WEBHOOK({ gateway, id }))).length > 0;
  }

  async recordGatewayWebhook(gateway: string, id: string, at: Date): Promise<void> {
    this.#session.send(INSERT_GATEWAY_WEBHOOK({ gateway, id, at }));
  }

  async removeGatewayWebhooksBefore(before: Date): Promise<number> {
    return (await this.#session.query(REMOVE_GATEWAY_WEBHOOKS({ before }))).length;
  }

  async assignUser(orderIds: readonly PayableId[], userId: NonNullable<Payment['userId']>): Promise<void> {
    this.#session.send(ASSIGN_USER({ orderIds, userId }));
  }

  async erase(orderIds: readonly PayableId[], at: Date): Promise<PaymentId[]> {
    const rows = await this.#session.query(ERASE_PAYMENTS({ orderIds, at }));
    const paymentIds = rows.map(({ id }) => id);
    this.#session.send(ERASE_REFUND_REASONS({ paymentIds, at }));
    return paymentIds;
  }
}

type StateRow = Readonly<{
  is_processing: boolean;
  is_pending: boolean;
  is_disputed: boolean;
  open_id: PaymentId | null;
  is_replaceable: boolean;
  authorized: string;
  refunding: string;
}>;

const toOrderPaymentState = (row: StateRow | undefined, currency: Currency): OrderPaymentState => {
  if (row === undefined) throw new TypeError('An aggregate without groups always has one row.');
  return {
    isProcessing: row.is_processing,
    isPending: row.is_pending,
    isDisputed: row.is_disputed,
    open: row.open_id === null ? null : { id: row.open_id, isReplaceable: row.is_replaceable },
    authorized: amountOf(row.authorized, currency),
    refunding: amountOf(row.refunding, currency),
  };
};

const toChangeRows = (
  { amount: { currency } }: Payment,
  { operations = [], entries = [], movements = [] }: PaymentChanges,
): ChangeRows => ({
  operations: operations.map(toPaymentOperationRow),
  entries: entries.map(toPaymentTimelineEntryRow),
  ledgerEntries: movements.flatMap((movement) => toLedgerEntryRows(movement, currency)),
});
