import { expect } from 'chai';
import type { AuthorizeRequest, ChargeName, GatewayWebhook, PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { SaveRequest } from '#core/payments/saved-methods.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Id } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import { ids, USD } from '../../support/builders/builders.ts';

/** An open gateway with what the adapter's functions below need. */
export type OpenGateway = Readonly<{ gateway: PaymentGateway; close(): Promise<void> }>;

/** The gateway's own record of a payment, in minor units. */
export type GatewayRecord = Readonly<{ charges: number; captured: bigint; refunded: bigint }>;

/** Creates the gateway's webhooks, as if sent at a time. */
export type GatewayWebhooksUnderTest<Opened extends OpenGateway = OpenGateway> = Readonly<{
  /** A new webhook about a charge, with a valid signature. */
  about(opened: Opened, charge: ChargeName, at: Date): GatewayWebhook | Promise<GatewayWebhook>;
  /** The same with another signature. */
  forged(opened: Opened, charge: ChargeName, at: Date): GatewayWebhook | Promise<GatewayWebhook>;
  /** With a valid signature, about another object. */
  aboutNoneOfOurs(opened: Opened, at: Date): GatewayWebhook | Promise<GatewayWebhook>;
}>;

/**
 * A gateway and its abilities. Omitted optional abilities are not tested. `Opened` is the result of `open`, passed to the other
 * functions.
 */
export type GatewayUnderTest<Opened extends OpenGateway = OpenGateway> = Readonly<{
  open(): Promise<Opened>;
  tokens: Readonly<{
    succeeds: string;
    /** Well-formed but unknown. */
    unknown?: string;
    declines?: string;
    requiresAction?: string;
    /** Malformed tokens. */
    malformed: readonly string[];
  }>;
  /** The tokens to save, of a gateway that saves payment methods. */
  savedTokens?: Readonly<{
    succeeds: string;
    /** Cannot be saved. */
    declines?: string;
    /** By the code with which their saved methods are declined. */
    fails?: Readonly<Record<string, string>>;
    /** Its saved method requires an action of its owner. */
    requiresAction?: string;
    /** Whether the saved methods of `fails` and `requiresAction` succeed at the first charge. */
    failsLater?: true;
  }>;
  /** Whether a token that is not saved is declined while its owner is absent. */
  refusesUnsaved?: true;
  /** How many methods the gateway has saved under a key. */
  savedCountOf?(opened: Opened, request: SaveRequest): Promise<number>;
  /** Acts as the payer who has to act before a method is saved. */
  completeSaving?(opened: Opened, request: SaveRequest): Promise<void>;
  /** Whether charges can be looked up, and captures and refunds are limited to the amount. */
  isRecorded?: true;
  /** Whether `lookUp` finds a new charge by its key at once, without its reference. */
  isFoundByKey?: true;
  /** Whether a charge can be captured in several parts, or once, which closes it. */
  captures: 'several' | 'one';
  /** The gateway's own record, by the key of `authorize`. */
  recordOf?(opened: Opened, key: Id<'pay'>): Promise<GatewayRecord>;
  /** Acts as the payer. */
  completeAction?(opened: Opened, charge: ChargeName): Promise<void>;
  /** Lets a refund of the charge fail after it has succeeded. */
  failRefund?(opened: Opened, charge: ChargeName, refund: Id<'re'>, minor: bigint): Promise<void>;
  /** Acts as the payer's bank: opens a dispute of the full charge, or decides it. */
  dispute?(opened: Opened, charge: ChargeName, step: 'open' | 'won' | 'lost'): Promise<void>;
  webhooks?: GatewayWebhooksUnderTest<Opened>;
}> &
  (LocalGateway<Opened> | RemoteGateway<Opened>);

/** Calls no provider over a network. */
type LocalGateway<Opened extends OpenGateway> = Readonly<{ isLocal: true }> & Partial<ProviderFailures<Opened>>;

/** Calls a provider over a network. */
type RemoteGateway<Opened extends OpenGateway> = Readonly<{ isLocal?: false }> & ProviderFailures<Opened>;

type ProviderFailures<Opened extends OpenGateway> = Readonly<{
  /** Makes the provider execute the next request with an effect, and lose the response. */
  loseNextResponse(opened: Opened): void;
  /** Makes the provider reject the next request with an effect as it does after an internal error, such as by HTTP 500. */
  failNextRequest(opened: Opened): void;
}>;

/** The open gateway of a `describe`. */
export type GatewayInUse = Readonly<{
  subject: GatewayUnderTest;
  opened(): OpenGateway;
  gateway(): PaymentGateway;
}>;

/** Opens the gateway before the tests of a `describe` and closes it after them. */
export const useGateway = (subject: GatewayUnderTest): GatewayInUse => {
  let open: OpenGateway | undefined;
  const opened = (): OpenGateway => {
    if (open === undefined) throw new Error('The gateway is not open.');
    return open;
  };
  before(async () => {
    open = await subject.open();
  });
  after(() => open?.close());
  return { subject, opened, gateway: () => opened().gateway };
};

export const usd = (minor: bigint): Money => Money.ofMinor(minor, USD);

export const moneyOf = (minor: bigint, code: string): Money => Money.ofMinor(minor, code as Currency);

type RequestOverrides = Partial<Omit<AuthorizeRequest, 'token' | 'saved'>>;

/** An automatic charge of 100 USD by default. */
export const aRequest = (token: string, overrides: RequestOverrides = {}): AuthorizeRequest => ({
  key: ids.next('pay'),
  amount: usd(100_00n),
  token,
  captureMethod: 'automatic',
  payableId: ids.next('ord'),
  returnUrl: 'https://shop.example/checkout?step=3',
  ...overrides,
});

type Unknown = { kind: 'unknown' | 'unreachable' };

/** The outcome of a request, repeated until it is known. */
export const untilKnown = async <Outcome extends { kind: string }>(
  send: () => Promise<Outcome>,
): Promise<Exclude<Outcome, Unknown>> => {
  for (let tries = 0; tries < 20; tries += 1) {
    const outcome = await send();
    if (!isUnknown(outcome)) return outcome as Exclude<Outcome, Unknown>;
  }
  throw new Error('The outcome of the request stays unknown.');
};

export const isUnknown = (outcome: { kind: string }): boolean =>
  outcome.kind === 'unknown' || outcome.kind === 'unreachable';

/** A successful charge. */
export const aCharge = async (
  { subject, gateway }: GatewayInUse,
  overrides: RequestOverrides = {},
): Promise<ChargeName> => {
  const request = aRequest(subject.tokens.succeeds, overrides);
  const outcome = await untilKnown(() => gateway().authorize(request));
  expect(outcome.kind).to.equal(request.captureMethod === 'manual' ? 'authorized' : 'captured');
  return { key: request.key, reference: 'reference' in outcome ? outcome.reference : null };
};
