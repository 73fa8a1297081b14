import type { OrderId } from '#core/orders/order.ts';
import type { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';

/** What a gateway's name looks like, and how an error describes it. */
export const GATEWAY_NAME = {
  pattern: /^[a-z][a-z0-9_-]{0,39}$/,
  message: 'must be a gateway’s name such as sandbox',
} as const;

/**
 * Takes and gives back money. One adapter for each way to be paid, found by its name.
 *
 * Every request has a key of ours. A request that is made again with its key, however often, at once or days later, has no
 * second effect, and its outcome is that of the first: the caller repeats what it got no answer to.
 *
 * What the caller has to tell apart is the outcome's `kind`. An error that is thrown counts as `unknown`. A call is given
 * up after some seconds, and counts as `unknown` then too.
 */
export interface PaymentGateway {
  /** What clients call it: lower case, 1 to 40 of `[a-z0-9_-]`, a letter first. */
  readonly name: string;

  /**
   * Whether people move the money and tell us that they have. Only those who may record anybody's payments can use it:
   * nobody says of themselves that they have paid.
   */
  readonly isManual: boolean;

  /** What is wrong with a payment method's token, in a few words such as "must be …", as far as its form tells. */
  tokenError(token: string): string | undefined;

  /** Takes a sum, or has it held until `capture`. */
  authorize(request: AuthorizeRequest): Promise<AuthorizeOutcome>;

  /** Takes a part of what is held, or the rest. Never more than that, whatever is asked. */
  capture(request: CaptureRequest): Promise<CaptureOutcome>;

  /** Lets go of what is held and was not captured, or of a charge for which the payer has still something to do. */
  void(request: VoidRequest): Promise<VoidOutcome>;

  /** Gives back a part of what was captured. Never more than that, whatever is asked. */
  refund(request: RefundRequest): Promise<RefundOutcome>;

  /** What has become of a charge. */
  lookUp(charge: ChargeName): Promise<LookUpOutcome>;

  /** Tells whose a call-back is, once it is certain that the gateway has sent it, and lately. */
  verify(callback: GatewayWebhook): Promise<Verification>;
}

/** A charge as we call it, and as the gateway does if it has told. */
export type ChargeName = Readonly<{
  /** Our payment's id, the key of `authorize`. */
  key: Id<'pay'>;
  reference: string | null;
}>;

export type AuthorizeRequest = Readonly<{
  key: Id<'pay'>;
  amount: Money;
  /** Stands for the payer's card or account; never a card's number. */
  token: string;
  /** `automatic` takes the sum at once; `manual` has it held. */
  captureMethod: 'automatic' | 'manual';
  orderId: OrderId;
  /** Where the payer comes back to who has to do something elsewhere. */
  returnUrl: string | null;
}>;

export type CaptureRequest = Readonly<{
  key: Id<'cap'>;
  charge: ChargeName;
  /** The part to take. */
  amount: Money;
  /** Whether it is all that is left. */
  isLast: boolean;
}>;

type VoidRequest = Readonly<{ key: Id<'void'>; charge: ChargeName }>;

export type RefundRequest = Readonly<{
  key: Id<'re'>;
  charge: ChargeName;
  amount: Money;
  reason: string | null;
}>;

/** Nobody can tell: it may have been done, or be done yet. It will be asked again. */
type Unknown = Readonly<{ kind: 'unknown'; why: string; cause?: unknown }>;

/** It was certainly not done, and won't be: the gateway was not reached at all. */
type Unreachable = Readonly<{ kind: 'unreachable'; why: string; cause?: unknown }>;

/** It was not done, for a reason that the payer or the shop may be told. */
type Declined = Readonly<{
  kind: 'declined';
  /** A stable name for programs, such as `insufficient_funds`. */
  code: string;
  /** For people. */
  message: string;
}>;

export type AuthorizeOutcome =
  /** The sum is held (with `captureMethod` `manual`), or was taken (with `automatic`). */
  | Readonly<{ kind: 'authorized' | 'captured'; reference: string }>
  /** The payer has to do something first, at this address. */
  | Readonly<{ kind: 'requires_action'; reference: string; redirectUrl: string }>
  /** The gateway is at it; a call-back or `lookUp` tells how it ends. */
  | Readonly<{ kind: 'pending'; reference: string }>
  | (Declined & Readonly<{ reference: string | null }>)
  /** The token stands for nothing. `message` goes on from "The token". */
  | Readonly<{ kind: 'invalid_token'; message: string }>
  | Unknown
  | Unreachable;

export type CaptureOutcome =
  /** `isClosed`: nothing more can be captured of the charge, even if a part is left; the rest is let go. */
  Readonly<{ kind: 'captured'; isClosed: boolean }> | Declined | Unknown | Unreachable;

export type VoidOutcome = Readonly<{ kind: 'voided' }> | Declined | Unknown | Unreachable;

export type RefundOutcome =
  | Readonly<{ kind: 'refunded'; reference: string }>
  /** The gateway is at it; to ask again with the same key tells how it ends. */
  | Readonly<{ kind: 'pending'; reference: string }>
  | Declined
  | Unknown
  | Unreachable;

/** A charge as the gateway has it now. */
export type Charge = Readonly<{
  reference: string;
  status: 'pending' | 'requires_action' | 'authorized' | 'captured' | 'voided' | 'declined';
  /** With `requires_action`. */
  redirectUrl?: string;
  /** All that was taken so far; less than the sum while more may follow (`authorized`), or where the rest was let go. */
  captured: Money;
  /** All that was given back so far, whoever asked for it. */
  refunded: Money;
  /** Why, with `declined`. */
  failure?: Readonly<{ code: string; message: string }>;
}>;

export type LookUpOutcome =
  | Readonly<{ kind: 'found'; charge: Charge }>
  /** It has none of the key, unless that was asked for within the last hour: what is new it may not find yet. */
  | Readonly<{ kind: 'not_found' }>
  /** It cannot tell by the key, however old that is: only `authorize` with the same key settles it. */
  | Readonly<{ kind: 'cannot_tell' }>
  | Unknown
  | Unreachable;

/** What came over HTTP in a gateway's name. */
export type GatewayWebhook = Readonly<{
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** When it came. */
  at: Date;
}>;

export type Verification =
  /**
   * `id` tells it from all others of the gateway, or is null where these have none; `key` is the charge's, or null where it
   * is about none of ours.
   */
  | Readonly<{ kind: 'verified'; id: string | null; key: Id<'pay'> | null }>
  /** `why` goes on from "The call-back", without a full stop. */
  | Readonly<{ kind: 'refused'; why: string }>
  /** The gateway has to be asked for that, and cannot be now: the call-back has to come again. */
  | Readonly<{ kind: 'unknown'; why: string }>;

/** The gateways that are switched on. */
export type Gateways = ReadonlyMap<string, PaymentGateway>;
