import type { OrderId } from '#core/orders/order.ts';
import type { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import type { Declined, InvalidToken, Unknown, Unreachable } from './call-outcomes.ts';
import type { SavedMethods } from './saved-methods.ts';

/** What a gateway's name looks like, and how an error describes it. */
export const GATEWAY_NAME = {
  pattern: /^[a-z][a-z0-9_-]{0,39}$/,
  maxLength: 40,
  message: 'must be a gateway’s name such as sandbox',
} as const;

/**
 * Charges, captures, voids and refunds. One adapter per payment provider, found by its name.
 *
 * Every request has an idempotency key of ours. A request repeated under its key, at any time and any number of times,
 * has no second effect and returns the first outcome: the caller repeats requests whose response was lost.
 *
 * The caller branches on the outcome's `kind`. An exception counts as `unknown`. A call times out after some seconds
 * and counts as `unknown` too.
 */
export interface PaymentGateway {
  /** The name that clients use: 1 to 40 of `[a-z0-9_-]`, starting with a lower-case letter. */
  readonly name: string;

  /**
   * Whether people move the money and record it here. Such a gateway requires `payments:write`: customers cannot
   * confirm their own payments.
   */
  readonly isManual: boolean;

  /** Whether it moves real money now. Beside such a gateway, the sandbox requires `payments:write`. */
  readonly isLive?: boolean;

  /** The key with which the provider's form in a page makes tokens; omitted if it needs none. */
  readonly publicKey?: string;

  /** How the service's own pages take a payment; omitted by a gateway that they do not offer. */
  readonly hostedForm?: HostedForm;

  /** Saves payment methods and removes them; omitted by a gateway that charges tokens only. */
  readonly savedMethods?: SavedMethods;

  /** The media types of its webhooks, in lower case; any if omitted, and none if it has no webhooks. */
  readonly webhookMediaTypes?: readonly string[];

  /** What is wrong with the form of a token, as a phrase such as "must be …"; undefined if nothing is. */
  tokenError(token: string): string | undefined;

  /** Charges the amount, or authorizes it for a later `capture`. */
  authorize(request: AuthorizeRequest): Promise<AuthorizeOutcome>;

  /** Captures a part or the rest of an authorized amount, never more. */
  capture(request: CaptureRequest): Promise<CaptureOutcome>;

  /** Voids the uncaptured part of an authorization, or a charge that still requires action. */
  void(request: VoidRequest): Promise<VoidOutcome>;

  /** Refunds a part of the captured amount, never more. */
  refund(request: RefundRequest): Promise<RefundOutcome>;

  /** Reads the current state of a charge. */
  lookUp(charge: ChargeName): Promise<LookUpOutcome>;

  /** Verifies that the gateway sent a webhook recently, and identifies its charge or saved method. */
  verify(webhook: GatewayWebhook): Promise<Verification>;
}

/** A text of a page in its languages. */
type HostedText = Readonly<Record<'en' | 'de', string>>;

/** The payer chooses one of some tokens, without a script. */
type HostedChoices = Readonly<{
  choices: readonly Readonly<{ token: string; text: HostedText }>[];
  script?: undefined;
}>;

/** A script of the provider makes a token, on a page of its own where no other script runs. */
type HostedScript = Readonly<{
  script: Readonly<{
    /** The provider's script. */
    url: string;
    /** What the policy of the page allows it besides: origins that it calls, and whose frames it opens. */
    connects: readonly string[];
    frames: readonly string[];
    /**
     * A script of the page, run after the provider's. It fills `#form_place`, which has the public key as `data-key`, writes
     * errors into `#form_error`, and submits the form of the page with a token in its field `token`.
     */
    code: string;
  }>;
  choices?: undefined;
}>;

/** How pages of the service take a payment. */
export type HostedForm = Readonly<{ title: HostedText }> & (HostedChoices | HostedScript);

/** A charge by our key, and by the gateway's reference once it is known. */
export type ChargeName = Readonly<{
  /** The payment's id, which is the key of `authorize`. */
  key: Id<'pay'>;
  reference: string | null;
}>;

/** What is charged. Gateways without `savedMethods` get tokens only. */
type PaymentSource =
  /** The token of a card or account; never a card number. */
  | Readonly<{ token: string; saved?: undefined }>
  /** The reference of a saved method. */
  | Readonly<{ saved: string; token?: undefined }>;

export type AuthorizeRequest = PaymentSource &
  Readonly<{
    key: Id<'pay'>;
    amount: Money;
    /** Whether the payer is absent, so that nobody can act; omitted: they are present. */
    offSession?: boolean;
    /** `automatic` captures at once; `manual` only authorizes. */
    captureMethod: 'automatic' | 'manual';
    /** The order or the invoice that is paid. */
    payableId: OrderId | Id<'inv'>;
    /** Where the gateway redirects the payer after an action. */
    returnUrl: string | null;
  }>;

export type CaptureRequest = Readonly<{
  key: Id<'cap'>;
  charge: ChargeName;
  /** The amount to capture. */
  amount: Money;
  /** Whether nothing is left to capture after it. */
  isLast: boolean;
}>;

type VoidRequest = Readonly<{ key: Id<'void'>; charge: ChargeName }>;

export type RefundRequest = Readonly<{ key: Id<'re'>; charge: ChargeName; amount: Money; reason: string | null }>;

export type AuthorizeOutcome =
  /** The amount is authorized (`captureMethod` `manual`) or captured (`automatic`). */
  | Readonly<{ kind: 'authorized' | 'captured'; reference: string }>
  /** The payer must act at this URL first. */
  | Readonly<{ kind: 'requires_action'; reference: string; redirectUrl: string }>
  /** The gateway is processing the charge; a webhook or `lookUp` reports the outcome. */
  | Readonly<{ kind: 'pending'; reference: string }>
  | (Declined & Readonly<{ reference: string | null }>)
  | InvalidToken
  | Unknown
  | Unreachable;

export type CaptureOutcome =
  /** `isClosed`: the gateway allows no further capture and voids the rest. */
  Readonly<{ kind: 'captured'; isClosed: boolean }> | Declined | Unknown | Unreachable;

export type VoidOutcome = Readonly<{ kind: 'voided' }> | Declined | Unknown | Unreachable;

export type RefundOutcome =
  | Readonly<{ kind: 'refunded'; reference: string }>
  /** The gateway is processing the refund; repeating the request reports the outcome. */
  | Readonly<{ kind: 'pending'; reference: string }>
  | Declined
  | Unknown
  | Unreachable;

/** The current state of a charge at the gateway. */
export type Charge = Readonly<{
  reference: string;
  status: 'pending' | 'requires_action' | 'authorized' | 'captured' | 'voided' | 'declined';
  /** Present with `requires_action`. */
  redirectUrl?: string;
  /** The total captured so far; below the amount while more may follow (`authorized`) or when the rest was voided. */
  captured: Money;
  /** The total refunded so far, by anybody, without refunds that have failed. */
  refunded: Money;
  /** Refunds that have failed, also after they had succeeded; omitted if the gateway reports none. */
  failedRefunds?: readonly FailedRefund[];
  /** The payer's disputes, the oldest first; omitted if the gateway reports none. */
  disputes?: readonly ChargeDispute[];
  /** The reason, present with `declined`. */
  failure?: Readonly<{ code: string; message: string }>;
}>;

export type FailedRefund = Readonly<{
  /** Our key; null for a refund that was not requested through this service. */
  key: Id<'re'> | null;
  amount: Money;
  failure: Readonly<{ code: string; message: string }>;
}>;

/** A payer's complaint to their bank, which withdraws the money until it has decided. */
export type ChargeDispute = Readonly<{
  /** The gateway's id of the dispute. */
  reference: string;
  /** `won`: the money came back to the shop; `lost`: it stays with the payer. Both are final. */
  status: 'open' | 'won' | 'lost';
  amount: Money;
  /** A code for programs, such as `fraudulent`. */
  reason: string;
  openedAt: Date;
  /** Null while it is open, or if the gateway does not tell: then it is the time of the first report. */
  closedAt: Date | null;
}>;

export type LookUpOutcome =
  | Readonly<{ kind: 'found'; charge: Charge }>
  /** The gateway has no charge under the key. For charges of the last hour this is not certain. */
  | Readonly<{ kind: 'not_found' }>
  /** The gateway cannot look up keys: only repeating `authorize` under the same key tells. */
  | Readonly<{ kind: 'cannot_tell' }>
  | Unknown
  | Unreachable;

/** A webhook received over HTTP in a gateway's name. */
export type GatewayWebhook = Readonly<{
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** When it was received. */
  at: Date;
}>;

export type Verification =
  /**
   * `id` identifies the webhook, or is null if the gateway has no webhook ids; `key` identifies our charge or the method
   * that is being saved, or is null for other objects.
   */
  | Readonly<{ kind: 'verified'; id: string | null; key: Id<'pay' | 'pm'> | null }>
  /** `why` continues "The webhook", without a full stop. */
  | Readonly<{ kind: 'refused'; why: string }>
  /** Verification needs the gateway, which cannot be reached: the gateway must send the webhook again. */
  | Readonly<{ kind: 'unknown'; why: string }>;

/** The enabled gateways by name. */
export type Gateways = ReadonlyMap<string, PaymentGateway>;
