import type { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { type Entry, type EntryView, entryView } from '#core/shared/timeline.ts';
import type { PaymentId } from './payment.ts';
import type { OperationKind, PaymentOperation } from './payment-operation.ts';

/** The timeline's entry types: a requested operation or its outcome. */
export type PaymentEntryType =
  | `${OperationKind}_requested`
  | 'processing'
  | 'requires_action'
  | 'authorized'
  | 'captured'
  | 'voided'
  | 'refunded'
  | 'refund_failed'
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'
  | 'declined'
  | 'unreachable'
  | 'unknown';

/** An entry of a payment's timeline. It contains no personal data. */
export type PaymentEntry = Entry<PaymentEntryType> & Readonly<{ paymentId: PaymentId }>;

type EntryFields = Readonly<{ ids: IdGenerator; actor: Actor; paymentId: PaymentId; at: Date }>;

export const PaymentEntry = {
  of: (
    { ids, actor, paymentId, at }: EntryFields,
    type: PaymentEntryType,
    details: PaymentEntry['details'] = {},
  ): PaymentEntry => ({ id: ids.next('tml'), paymentId, type, actor, details, at }),

  /** The entry of an operation that starts. */
  requested: (
    { ids, actor }: Pick<EntryFields, 'ids' | 'actor'>,
    { id, paymentId, kind, amount, createdAt: at }: PaymentOperation,
  ): PaymentEntry =>
    PaymentEntry.of({ ids, actor, paymentId, at }, `${kind}_requested`, {
      operation_id: id,
      amount: amount.toNumber(),
    }),

  /** The details of an operation's outcome. */
  outcomeDetails: ({ id, amount, failure }: PaymentOperation): PaymentEntry['details'] => ({
    operation_id: id,
    amount: amount.toNumber(),
    ...(failure === null ? {} : { failure_code: failure.code }),
  }),
};

/** An entry as the API shows it. */
export type PaymentEntryView = EntryView<PaymentEntryType> & Readonly<{ payment_id: PaymentId }>;

/** The entry for staff, or without the actor for the payer. */
export const paymentEntryView = (entry: PaymentEntry, options?: Readonly<{ withActor: boolean }>): PaymentEntryView =>
  entryView(entry, { payment_id: entry.paymentId }, options);
