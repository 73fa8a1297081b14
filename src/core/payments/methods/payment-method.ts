// Why: docs/decisions/0038-saved-payment-methods.md

import type { Moment } from '#core/shared/clock.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { createdFilters, describeList, idFilter, idsFilter, newestFirst } from '#core/shared/list.ts';
import { newResource, nextVersion, type Resource, type ResourceView, versionView } from '#core/shared/resource.ts';
import { LEASE_MS } from '../check-schedule.ts';
import { GATEWAY_NAME } from '../payment-gateway.ts';
import type { IdempotentRequest } from '../payment-operation.ts';
import type { Failure } from '../payment-status.ts';
import type { MethodDetails } from '../saved-methods.ts';

export type PaymentMethodId = Id<'pm'>;

/** The statuses of methods that are not deleted. Only an `active` one can be charged. */
export const PAYMENT_METHOD_STATUSES = ['saving', 'requires_action', 'active', 'failed'] as const;

type PaymentMethodStatus = (typeof PAYMENT_METHOD_STATUSES)[number];

/** How many methods a user may have. */
export const MAX_PAYMENT_METHODS = 20;

/** A card or an account that a user has saved at a gateway. */
export type PaymentMethod = Resource<'pm'> &
  Readonly<{
    userId: Id<'usr'>;
    gateway: string;
    /** `removing`: deleted here, and not yet at the gateway. `removed`: nothing is left of it but its events. */
    status: PaymentMethodStatus | 'removing' | 'removed';
    /** Null until it is saved, and once it is deleted. */
    details: MethodDetails | null;
    /** Whether it is charged where no other method is named. Of a user's active methods, exactly one is. */
    isDefault: boolean;
    /** The token that is saved; null once the gateway has saved or refused it. */
    token: string | null;
    returnUrl: string | null;
    /** Where the payer must act. */
    redirectUrl: string | null;
    /** The gateway's reference of the saved method, encrypted; null until it is known. */
    reference: string | null;
    failure: Failure | null;
    /** Of the client's request that saved it. */
    idempotency: IdempotentRequest | null;
    /** When the gateway is asked next; null when nothing is pending. */
    nextCheckAt: Date | null;
    /** The number of checks since the last change. */
    checkCount: number;
  }>;

type NewPaymentMethod = Pick<PaymentMethod, 'id' | 'userId' | 'gateway' | 'token' | 'returnUrl' | 'idempotency'> &
  Readonly<{ at: Moment }>;

/** What the gateway has saved; the reference is encrypted. */
type Saved = Readonly<{ reference: string; details: MethodDetails }>;

const SECOND = 1_000;
const MAX_BACKOFF_MS = 3_600 * SECOND;

export const PaymentMethod = {
  /** A new method whose gateway was not called yet. */
  begin: ({ id, at, ...fields }: NewPaymentMethod): PaymentMethod => ({
    ...newResource(id, at.business),
    ...fields,
    status: 'saving',
    details: null,
    isDefault: false,
    redirectUrl: null,
    reference: null,
    failure: null,
    nextCheckAt: new Date(at.system.getTime() + LEASE_MS),
    checkCount: 0,
  }),

  /** Whether the gateway has neither saved nor refused the token. */
  isSaving: ({ token }: Pick<PaymentMethod, 'token'>): boolean => token !== null,

  isActive: ({ status }: Pick<PaymentMethod, 'status'>): boolean => status === 'active',

  isDeleted: ({ status }: Pick<PaymentMethod, 'status'>): boolean => status === 'removing' || status === 'removed',

  activate: (method: PaymentMethod, { reference, details }: Saved, at: Moment): PaymentMethod =>
    nextVersion(method, { status: 'active', reference, details, ...SETTLED }, at.business),

  awaitPayer: (method: PaymentMethod, redirectUrl: string, at: Moment): PaymentMethod =>
    PaymentMethod.postpone(
      nextVersion(method, { status: 'requires_action', redirectUrl, checkCount: 0 }, at.business),
      at,
    ),

  /** The token was not saved and will not be. */
  fail: (method: PaymentMethod, failure: Failure, at: Moment): PaymentMethod =>
    nextVersion(method, { status: 'failed', failure, ...SETTLED }, at.business),

  /** Fails a method that never reached the gateway, and releases its key: the same request may start it again. */
  releaseKey: (method: PaymentMethod, failure: Failure, at: Moment): PaymentMethod => ({
    ...PaymentMethod.fail(method, failure, at),
    idempotency: null,
  }),

  withDefault: (method: PaymentMethod, isDefault: boolean, at: Moment): PaymentMethod =>
    nextVersion(method, { isDefault }, at.business),

  /** Deletes the method; what the gateway has saved, or may still save, is removed next. */
  remove: (method: PaymentMethod, at: Moment): PaymentMethod =>
    nextVersion(
      method,
      { status: 'removing', details: null, isDefault: false, redirectUrl: null, nextCheckAt: at.system, checkCount: 0 },
      at.business,
    ),

  /** Records what the gateway has saved of a deleted method, so that it is removed there. */
  removeSaved: (method: PaymentMethod, reference: string, at: Moment): PaymentMethod =>
    nextVersion(method, { reference, token: null, nextCheckAt: at.system, checkCount: 0 }, at.business),

  /** The gateway has removed it. */
  endRemoval: (method: PaymentMethod, at: Moment): PaymentMethod =>
    nextVersion(method, { status: 'removed', reference: null, ...SETTLED }, at.business),

  /** Delays the next check: 1, 2, 4 … seconds, at most an hour. */
  postpone: (method: PaymentMethod, at: Moment): PaymentMethod => {
    const delay = Math.min(MAX_BACKOFF_MS, SECOND * 2 ** Math.min(method.checkCount, 20));
    return { ...method, nextCheckAt: new Date(at.system.getTime() + delay) };
  },

  /** @throws DomainError `invalid_state` unless it can be charged. */
  requireActive: ({ status }: PaymentMethod): void => {
    if (status !== 'active') throw invalidState(`The payment method is ${status}, not active.`, status);
  },
};

/** Nothing is pending at the gateway. */
const SETTLED = { token: null, returnUrl: null, redirectUrl: null, nextCheckAt: null, checkCount: 0 } as const;

/** Values of the personal fields of an erased user's methods, in the API's names. */
export const ERASED_PAYMENT_METHOD = {
  user_id: null,
  brand: null,
  last4: null,
  exp_month: null,
  exp_year: null,
  next_action: null,
} as const;

/** A saved payment method as the API and its events show it. */
export type PaymentMethodView = ResourceView<PaymentMethod, 'payment_method'> &
  Readonly<{
    user_id: PaymentMethod['userId'];
    gateway: string;
    status: PaymentMethod['status'];
    type: string | null;
    brand: string | null;
    last4: string | null;
    exp_month: number | null;
    exp_year: number | null;
    is_default: boolean;
    next_action: Readonly<{ redirect_url: string }> | null;
    failure_code: string | null;
    failure_message: string | null;
  }>;

export const paymentMethodView = (method: PaymentMethod): PaymentMethodView => ({
  id: method.id,
  object: 'payment_method',
  user_id: method.userId,
  gateway: method.gateway,
  status: method.status,
  type: method.details?.type ?? null,
  brand: method.details?.brand ?? null,
  last4: method.details?.last4 ?? null,
  exp_month: method.details?.expMonth ?? null,
  exp_year: method.details?.expYear ?? null,
  is_default: method.isDefault,
  next_action: method.redirectUrl === null ? null : { redirect_url: method.redirectUrl },
  failure_code: method.failure?.code ?? null,
  failure_message: method.failure?.message ?? null,
  ...versionView(method),
});

export const paymentMethodList = describeList<PaymentMethodView>()({
  filters: {
    user_id: idFilter('user_id', 'usr', 'Payment methods of this user.'),
    gateway: {
      kind: 'equals',
      field: 'gateway',
      format: { type: 'pattern', ...GATEWAY_NAME },
      description: 'Payment methods saved at this gateway.',
      example: 'sandbox',
    },
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: PAYMENT_METHOD_STATUSES },
      description: 'Payment methods with this status.',
      example: 'active',
    },
    ...idsFilter('Payment methods', 'pm'),
    ...createdFilters('Payment methods'),
  },
  ...newestFirst,
});
