import type Koa from 'koa';
import type { ShownCheckout } from '#core/checkouts/shown-checkout.ts';
import type { ShowCheckout } from '#core/checkouts/use-cases/show-checkout.ts';
import type { PaymentLinkUrl } from '#core/payments/links/use-cases/prepare-payment-link-mail.ts';
import { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { IdTokens } from '#core/shared/id-tokens.ts';
import type { RateLimit } from '#core/shared/rate-limiter.ts';
import type { ShopQueries, ShopRulesQueries } from '#core/shop/ports.ts';
import type { RuleValues } from '#core/shop/rules.ts';
import type { Shop } from '#core/shop/shop.ts';
import type { InFlight } from '../admission/in-flight.ts';
import { addressKey } from '../admission/throttle.ts';
import type { HostedFrame } from '../hosted/hosted-page.ts';
import { languageOf } from '../hosted/hosted-request.ts';
import type { RequestState } from '../request/request-state.ts';
import { clientKey } from '../server/client-network.ts';
import { CHECKOUT_MESSAGES } from './checkout-page-messages.ts';
import type { CheckoutMessages } from './checkout-texts.ts';
import type { SaveDeps } from './save-form.ts';

/** What the page of a checkout needs. */
export type CheckoutPagesDeps = SaveDeps &
  Readonly<{
    checkoutTokens: IdTokens<'chk'>;
    showCheckout: ShowCheckout;
    paymentLinkUrl: PaymentLinkUrl;
    shop: ShopQueries;
    rules: ShopRulesQueries;
    /** A keyed digest: the client's address is not stored. */
    digest: (text: string) => string;
    /** Of all requests from an address; undefined for no limit. */
    rateLimit: RateLimit | undefined;
  }>;

export type CheckoutPages = CheckoutPagesDeps & Readonly<{ inFlight: Pick<InFlight, 'admitBody'> }>;

export type Context = Koa.ParameterizedContext<RequestState>;

export type TokenContext = Context & Readonly<{ params: Readonly<Record<string, string | undefined>> }>;

/** A request of the page. */
export type Visit = Readonly<{
  ctx: Context;
  token: string;
  shop: Shop;
  rules: RuleValues;
  frame: HostedFrame;
  messages: CheckoutMessages;
  actor: Actor;
  /** Undefined for a token that is of no checkout. */
  shown: ShownCheckout | undefined;
}>;

export type Opened = Visit & Readonly<{ shown: ShownCheckout }>;

/** Opens the checkout of the token in the address. @param asked The language of the address or the form. */
export const begin = async (deps: CheckoutPages, ctx: TokenContext, asked: string | null): Promise<Visit> => {
  ctx.state.route = '/checkout/{token}';
  const { rateLimit, throttle } = deps;
  if (rateLimit !== undefined) await throttle('checkout page', addressKey(ctx.ip), rateLimit);
  const token = ctx.params['token'] ?? '';
  const id = deps.checkoutTokens.idOf(token);
  const actor: Actor = {
    ...Actor.anonymous,
    ...(id !== undefined && { checkout: { id } }),
    client: deps.digest(clientKey(ctx.ip)),
    requestId: ctx.state.requestId,
  };
  const [shop, rules, shown] = await Promise.all([
    deps.shop.get(),
    deps.rules.get(),
    id && deps.showCheckout(actor, id).catch(unlessRemoved),
  ]);
  const language = languageOf(ctx, asked, rules.mail_language);
  const messages = CHECKOUT_MESSAGES[language];
  return { ctx, token, shop, rules, frame: { language, shop }, messages, actor, shown };
};

const unlessRemoved = (error: unknown): undefined => {
  if (!(error instanceof DomainError) || error.kind !== 'not_found') throw error;
};

export const isOpened = (visit: Visit): visit is Opened => visit.shown !== undefined;

export const addressOf = ({ token, frame }: Pick<Visit, 'token' | 'frame'>, language = frame.language): string =>
  `/checkout/${token}?lang=${language}`;

/** Where the order is paid by a link. */
export const payAddress = (
  { paymentLinkUrl }: CheckoutPages,
  { shown: { paymentLinkId }, frame }: Opened,
): string | undefined =>
  paymentLinkId === null ? undefined : `${new URL(paymentLinkUrl(paymentLinkId)).pathname}?lang=${frame.language}`;

/** The step after the order: its payment, or the page itself. */
export const nextAddress = (deps: CheckoutPages, visit: Opened): string => payAddress(deps, visit) ?? addressOf(visit);

export const redirect = (ctx: Context, url: string): void => {
  ctx.status = 303;
  ctx.set({ Location: url, 'Cache-Control': 'no-store' });
};
