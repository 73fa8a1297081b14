import { expect } from 'chai';
import type { AuthorizeRequest, ChargeName, GatewayWebhook, PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Id } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import { ids, USD } from '../support/builders.ts';

/** A gateway, opened, with whatever the adapter's own functions below need beside it. */
export type OpenGateway = Readonly<{ gateway: PaymentGateway; close(): Promise<void> }>;

/** What the gateway itself says of a payment, in our minor units. */
export type GatewayRecord = Readonly<{ charges: number; captured: bigint; refunded: bigint }>;

/** How the gateway's call-backs are made, each as if it were sent at a time. */
export type GatewayWebhooksUnderTest<Opened extends OpenGateway = OpenGateway> = Readonly<{
  /** A new one about a charge, signed as the gateway signs. */
  about(opened: Opened, charge: ChargeName, at: Date): GatewayWebhook | Promise<GatewayWebhook>;
  /** The same, signed by somebody else. */
  forged(opened: Opened, charge: ChargeName, at: Date): GatewayWebhook | Promise<GatewayWebhook>;
  /** Signed as the gateway signs, about something that is none of ours. */
  aboutNoneOfOurs(opened: Opened, at: Date): GatewayWebhook | Promise<GatewayWebhook>;
}>;

/**
 * A gateway and what it can do. What is left out it can't, and the cases about that are not there. `Opened` is what `open`
 * gives, and what the other functions are given.
 */
export type GatewayUnderTest<Opened extends OpenGateway = OpenGateway> = Readonly<{
  open(): Promise<Opened>;
  tokens: Readonly<{
    succeeds: string;
    /** Of the right form, but standing for nothing. */
    unknown?: string;
    declines?: string;
    requiresAction?: string;
    /** Not of the form of a token of this gateway. */
    malformed: readonly string[];
  }>;
  /** Whether charges can be looked up, and are not captured or refunded beyond their sum. */
  isRecorded?: true;
  /** Whether `lookUp` finds a charge by its key as soon as it is made, without its reference. */
  isFoundByKey?: true;
  /** How much can be captured of a charge: several parts of it, or one, which closes it. */
  captures: 'several' | 'one';
  /** What the gateway's own books say, by the key of `authorize`. */
  recordOf?(opened: Opened, key: Id<'pay'>): Promise<GatewayRecord>;
  /** Does what the payer has to do. */
  completeAction?(opened: Opened, charge: ChargeName): Promise<void>;
  /** The next request with an effect has it, but its answer gets lost. */
  loseNextAnswer?(opened: Opened): void;
  callbacks?: GatewayWebhooksUnderTest<Opened>;
}>;

/** A gateway that is open while the cases of a `describe` run. */
export type GatewayInUse = Readonly<{
  subject: GatewayUnderTest;
  opened(): OpenGateway;
  gateway(): PaymentGateway;
}>;

/** Opens the gateway before the cases of a `describe`, and closes it after them. */
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

/** A request for 100 USD at once, unless it is said otherwise. */
export const aRequest = (token: string, given: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  key: ids.next('pay'),
  amount: usd(100_00n),
  token,
  captureMethod: 'automatic',
  orderId: ids.next('ord'),
  returnUrl: 'https://shop.example/checkout?step=3',
  ...given,
});

type Untold = { kind: 'unknown' | 'unreachable' };

/** What came of a request, asked again as a caller would until it is told. */
export const told = async <Outcome extends { kind: string }>(
  ask: () => Promise<Outcome>,
): Promise<Exclude<Outcome, Untold>> => {
  for (let tries = 0; tries < 20; tries += 1) {
    const outcome = await ask();
    if (!isUnknown(outcome)) return outcome as Exclude<Outcome, Untold>;
  }
  throw new Error('It is never told what came of the request.');
};

export const isUnknown = (outcome: { kind: string }): boolean =>
  outcome.kind === 'unknown' || outcome.kind === 'unreachable';

/** A charge that went well, as we call it. */
export const aCharge = async (
  { subject, gateway }: GatewayInUse,
  given: Partial<AuthorizeRequest> = {},
): Promise<ChargeName> => {
  const request = aRequest(subject.tokens.succeeds, given);
  const outcome = await told(() => gateway().authorize(request));
  expect(outcome.kind).to.equal(request.captureMethod === 'manual' ? 'authorized' : 'captured');
  return { key: request.key, reference: 'reference' in outcome ? outcome.reference : null };
};
