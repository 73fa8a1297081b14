import type Koa from 'koa';
import type { CodeGuesses } from '#adapters/http/admission/code-guesses.ts';
import type { SignInThrottle } from '#adapters/http/admission/sign-in-throttle.ts';
import type { Throttle } from '#adapters/http/admission/throttle.ts';
import type { CheckoutPagesDeps } from '#adapters/http/checkouts/checkout-visit.ts';
import type { Cursors } from '#adapters/http/lists/cursor.ts';
import type { PayPagesDeps } from '#adapters/http/payment-links/pay-pages.ts';
import type { SandboxPagesDeps } from '#adapters/http/payments/sandbox-pages.ts';
import type { Expansion } from '#adapters/http/responses/expansion.ts';
import type { TaggedRoute } from '#adapters/http/routing/route.ts';
import type { EventSchemas } from '#adapters/http/schemas/event.ts';
import type { ConnectionBursts } from '#adapters/http/server/connection-bursts.ts';
import type { Metrics } from '#adapters/http/server/metrics.ts';
import type { WithdrawalPagesDeps } from '#adapters/http/withdrawals/withdrawal-pages.ts';
import type { ReadImage } from '#core/images/use-cases/read-image.ts';
import type { OrderView } from '#core/orders/order-view.ts';
import type { PaymentView } from '#core/payments/payment-view.ts';
import type { Gauges } from '#core/shared/gauge.ts';
import type { RateLimiter } from '#core/shared/rate-limiter.ts';
import { token } from '../injection.ts';

export const HTTP = {
  /** The routes of a capability; each capability binds its own list. */
  routes: token<TaggedRoute[]>('Routes'),
  /** The schemas of a capability's events; each capability binds its own. */
  eventSchemas: token<EventSchemas>('EventSchemas'),
  /** What reads of orders and payments can include; the capability of each resource binds its own. */
  orderExpansions: token<Expansion<OrderView>>('OrderExpansions'),
  paymentExpansions: token<Expansion<PaymentView>>('PaymentExpansions'),
  cursors: token<Cursors>('Cursors'),
  throttle: token<Throttle>('Throttle'),
  codeGuesses: token<CodeGuesses>('CodeGuesses'),
  rateLimiter: token<RateLimiter>('RateLimiter'),
  /** Counts in this process. */
  lookupLimiter: token<RateLimiter>('LookupLimiter'),
  metrics: token<Metrics>('Metrics'),
  /** Gauges of the metrics; each capability binds its own. */
  gauges: token<Gauges>('Gauges'),
  /** The pages where a payer of the sandbox decides; undefined where the sandbox is off. */
  sandboxPages: token<SandboxPagesDeps | undefined>('SandboxPages'),
  /** The page where consumers withdraw from an order. */
  withdrawalPages: token<WithdrawalPagesDeps>('WithdrawalPages'),
  payPages: token<PayPagesDeps>('PayPages'),
  checkoutPages: token<CheckoutPagesDeps>('CheckoutPages'),
  signInThrottle: token<SignInThrottle>('SignInThrottle'),
  readImage: token<ReadImage>('ReadImage'),
  bursts: token<ConnectionBursts>('ConnectionBursts'),
  app: token<Koa>('App'),
};
