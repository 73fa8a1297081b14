import type { Actor } from '#core/shared/actor.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
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
export type PaymentEntry = Readonly<{
  id: Id<'tml'>;
  paymentId: PaymentId;
  type: PaymentEntryType;
  actor: Pick<Actor, 'kind' | 'userId' | 'credentialId'>;
  /** Details in the API's field names. */
  details: Readonly<Record<string, unknown>>;
  at: Date;
}>;

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

/** An entry as the API shows it; hidden from the payer: the actor. */
export type PaymentEntryView = Readonly<{
  id: Id<'tml'>;
  object: 'timeline_entry';
  payment_id: PaymentId;
  type: PaymentEntryType;
  actor: Readonly<{ kind: string; user_id: string | null; credential_id: string | null }> | null;
  details: object;
  created_at: string;
  updated_at: string;
}>;

/** The entry for staff, or without the actor for the payer. */
export const paymentEntryView = (
  { id, paymentId, type, actor, details, at }: PaymentEntry,
  { withActor = true } = {},
): PaymentEntryView => ({
  id,
  object: 'timeline_entry',
  payment_id: paymentId,
  type,
  actor: withActor ? { kind: actor.kind, user_id: actor.userId, credential_id: actor.credentialId } : null,
  details,
  created_at: at.toISOString(),
  updated_at: at.toISOString(),
});
