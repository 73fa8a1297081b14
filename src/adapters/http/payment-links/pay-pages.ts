import type Koa from 'koa';
import type { CheckoutQueries } from '#core/checkouts/ports.ts';
import type { PayByLink } from '#core/payments/links/use-cases/pay-by-link.ts';
import type { ShownLink, ShowPaymentLink } from '#core/payments/links/use-cases/show-payment-link.ts';
import type { Payment } from '#core/payments/payment.ts';
import type { Gateways, PaymentGateway } from '#core/payments/payment-gateway.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { Id, type IdGenerator } from '#core/shared/id.ts';
import type { IdTokens } from '#core/shared/id-tokens.ts';
import { IdempotencyConflict } from '#core/shared/idempotency.ts';
import type { RateLimit } from '#core/shared/rate-limiter.ts';
import type { ShopQueries, ShopRulesQueries } from '#core/shop/ports.ts';
import type { Shop } from '#core/shop/shop.ts';
import type { InFlight } from '../admission/in-flight.ts';
import { addressKey, type Throttle } from '../admission/throttle.ts';
import { type HostedFrame, sendHostedPage } from '../hosted/hosted-page.ts';
import { languageOf, readFields, requireSameSite } from '../hosted/hosted-request.ts';
import { withDeadline } from '../request/deadline.ts';
import type { RequestState } from '../request/request-state.ts';
import { HttpError } from '../responses/problem.ts';
import { clientKey } from '../server/client-network.ts';
import { PAY_MESSAGES, type PayMessages } from './pay-messages.ts';
import { cardView, choiceOf, payView, type ShownPage, unknownView } from './pay-view.ts';

/** What the page of a payment link needs. */
export type PayPagesDeps = Readonly<{
  tokens: IdTokens<'plink'>;
  showPaymentLink: ShowPaymentLink;
  checkoutQueries: Pick<CheckoutQueries, 'find'>;
  payByLink: PayByLink;
  gateways: Gateways;
  shop: ShopQueries;
  rules: ShopRulesQueries;
  ids: IdGenerator;
  throttle: Throttle;
  /** A keyed digest: the client's address is not stored. */
  digest: (text: string) => string;
  /** Of all requests from an address; undefined for no limit. */
  rateLimit: RateLimit | undefined;
  timeoutMs: number;
}>;

export type PayPages = PayPagesDeps & Readonly<{ inFlight: Pick<InFlight, 'admitBody'> }>;

type Context = Koa.ParameterizedContext<RequestState>;

/** A request of the page. */
type Visit = Readonly<{
  ctx: Context;
  token: string;
  shop: Shop;
  frame: HostedFrame;
  messages: PayMessages;
  /** Undefined for a token that is of no link. */
  shown: ShownLink | undefined;
  /** The page of the shop to which the checkout that has made the link leads back, once it is paid. */
  returnUrl: string | undefined;
}>;

type TokenContext = Context & Readonly<{ params: Readonly<Record<string, string | undefined>> }>;

const requestedBy = (ctx: TokenContext, fields: URLSearchParams): Requested => ({
  token: ctx.params['token'] ?? '',
  asked: fields.get('lang'),
});

/** Shows what is paid, and has no other effect. */
export const showPayPage = async (deps: PayPages, ctx: TokenContext): Promise<void> => {
  const query = new URLSearchParams(ctx.querystring);
  const visit = await begin(deps, ctx, requestedBy(ctx, query));
  // a bank has sent the payer back, and nothing is open: it was not paid there
  const isDeclined = query.has('returned') && visit.shown?.state === 'payable' && visit.shown.waiting === undefined;
  sendPage(deps, visit, isDeclined ? [visit.messages.alerts.declined] : []);
};

/** Shows the form of a provider. */
export const showCardPage = async (deps: PayPages, ctx: TokenContext): Promise<void> => {
  const query = new URLSearchParams(ctx.querystring);
  const visit = await begin(deps, ctx, requestedBy(ctx, query));
  const gateway = gatewaysFor(deps.gateways).find(({ name }) => name === query.get('gateway'));
  sendCardPage(deps, visit, gateway);
};

/** Pays what the form says to have shown. */
export const payOnPage = async (deps: PayPages, ctx: TokenContext): Promise<void> => {
  requireSameSite(ctx);
  const fields = await readFields(ctx, deps.inFlight);
  await pay(deps, await begin(deps, ctx, requestedBy(ctx, fields)), fields);
};

type Requested = Readonly<{ token: string; asked: string | null }>;

const begin = async (deps: PayPages, ctx: Context, { token, asked }: Requested): Promise<Visit> => {
  ctx.state.route = '/pay/{token}';
  const { rateLimit, throttle, tokens } = deps;
  if (rateLimit !== undefined) await throttle('payment page', addressKey(ctx.ip), rateLimit);
  const id = tokens.idOf(token);
  const [shop, { mail_language: usual }, shown] = await Promise.all([
    deps.shop.get(),
    deps.rules.get(),
    id && deps.showPaymentLink(id),
  ]);
  const language = languageOf(ctx, asked, usual);
  const returnUrl = shown && (await returnUrlOf(deps, shown));
  const messages = PAY_MESSAGES[language];
  return { ctx, token, shop, frame: { language, shop }, messages, shown, returnUrl };
};

/** Not the page of the checkout: its token opens the order, while whoever has a payment link may only pay. */
const returnUrlOf = async (
  { checkoutQueries }: PayPages,
  { link, payable, state }: ShownLink,
): Promise<string | undefined> => {
  if (state !== 'paid' || payable.kind !== 'order' || payable.order.checkoutId === null) return undefined;
  const checkout = await checkoutQueries.find(payable.order.checkoutId);
  return checkout?.paymentLinkId === link.id ? (checkout.returnUrl ?? undefined) : undefined;
};

const addressOf = (token: string, language: HostedFrame['language']): string => `/pay/${token}?lang=${language}`;

/** Those that buyers may use. */
const gatewaysFor = (gateways: Gateways): PaymentGateway[] =>
  [...gateways.values()].filter(({ isManual, hostedForm }) => !isManual && hostedForm !== undefined);

const sendPage = (deps: PayPages, visit: Visit, alerts: readonly string[] = [], status = 200): void => {
  const { ctx, token, frame, shown } = visit;
  if (shown === undefined) {
    sendHostedPage(ctx, 404, { frame, ...unknownView(frame) });
    return;
  }
  const content = payView(shownPage(deps, { ...visit, shown }, alerts));
  const inLanguage = (language: HostedFrame['language']) => addressOf(token, language);
  sendHostedPage(ctx, status, { frame, ...content, inLanguage, hasImages: true, leavesSite: true });
};

const shownPage = (
  { ids, gateways }: PayPages,
  { ctx, token, shop, frame, shown, returnUrl }: Visit & Readonly<{ shown: ShownLink }>,
  alerts: readonly string[] = [],
): ShownPage => ({
  ...{ frame, shop, shown, returnUrl, alerts, nonce: ids.next('form') },
  gateways: gatewaysFor(gateways),
  address: addressOf(token, frame.language),
  imageOrigin: new URL(ctx.state.publicUrl).origin,
});

/** The step with the script of a provider, only while there is something to pay. */
const sendCardPage = (deps: PayPages, visit: Visit, gateway: PaymentGateway | undefined): void => {
  const { ctx, token, frame, shown } = visit;
  const scripts = gateway?.hostedForm?.script;
  if (shown === undefined) sendPage(deps, visit);
  else if (gateway === undefined || scripts === undefined || shown.state !== 'payable') {
    redirect(ctx, addressOf(token, frame.language));
  } else {
    const content = cardView(shownPage(deps, { ...visit, shown }), gateway);
    sendHostedPage(ctx, 200, { frame, ...content, scripts, leavesSite: true });
  }
};

const pay = async (deps: PayPages, visit: Visit, fields: URLSearchParams): Promise<void> => {
  const { ctx, token, frame, shown, messages } = visit;
  if (shown === undefined) return sendPage(deps, visit);
  const chosen = chosenOf(deps, fields);
  const [nonce, amount] = [fields.get('nonce') ?? '', Number(fields.get('amount') ?? Number.NaN)];
  if (chosen === undefined || !Id.is('form', nonce) || !(amount > 0))
    return sendPage(deps, visit, [messages.alerts.incomplete], 422);
  const address = addressOf(token, frame.language);
  try {
    const payment = await withDeadline(deps.timeoutMs, () =>
      deps.payByLink({
        ...{ id: shown.link.id, ...chosen, amount, nonce },
        returnUrl: `${ctx.state.publicUrl}${address}&returned`,
        address: ctx.ip,
        client: deps.digest(clientKey(ctx.ip)),
        requestId: ctx.state.requestId,
      }),
    );
    redirect(ctx, bankOf(payment) ?? address);
  } catch (error) {
    const refusal = refusalOf(error, messages);
    if (refusal === undefined) throw error;
    if (refusal === 'look') return redirect(ctx, address);
    // as it is now, after the attempt
    const now = await deps.showPaymentLink(shown.link.id);
    if (error instanceof HttpError) ctx.set(error.extra.headers ?? {});
    sendPage(deps, { ...visit, shown: now }, [refusal.alert], refusal.status);
  }
};

type Chosen = Readonly<{ gateway: string; token: string }>;

/** A token that a page offers, or one that the script of a provider has made. */
const chosenOf = ({ gateways }: PayPages, fields: URLSearchParams): Chosen | undefined => {
  const [choice, made] = [fields.get('choice'), fields.get('token') ?? ''];
  const scripted = gatewaysFor(gateways).find(
    ({ name, hostedForm }) => hostedForm?.script !== undefined && choiceOf(name, '') === choice,
  );
  if (scripted !== undefined)
    return scripted.tokenError(made) === undefined ? { gateway: scripted.name, token: made } : undefined;
  return gatewaysFor(gateways)
    .flatMap(({ name, hostedForm }) => (hostedForm?.choices ?? []).map(({ token }) => ({ gateway: name, token })))
    .find(({ gateway, token }) => choiceOf(gateway, token) === choice);
};

const bankOf = ({ status, redirectUrl }: Payment): string | undefined =>
  status === 'requires_action' ? (redirectUrl ?? undefined) : undefined;

const redirect = (ctx: Context, url: string): void => {
  ctx.status = 303;
  ctx.set({ Location: url, 'Cache-Control': 'no-store' });
};

type Refusal = Readonly<{ status: number; alert: string }>;

/** Why nothing was charged; `look` if the page itself says it, such as that it is paid. */
const refusalOf = (error: unknown, { alerts, tooMany }: PayMessages): Refusal | 'look' | undefined => {
  if (error instanceof IdempotencyConflict) return 'look';
  if (error instanceof HttpError && error.code === 'rate_limited') {
    const seconds = Number(error.extra.headers?.['Retry-After'] ?? 60);
    return { status: 429, alert: tooMany(Math.ceil(seconds / 60)) };
  }
  if (!(error instanceof DomainError)) return undefined;
  switch (error.code) {
    case 'payment_declined':
      return { status: 402, alert: alerts.declined };
    case 'gateway_error':
      return { status: 502, alert: alerts.unreachable };
    case 'validation_failed':
      return { status: 409, alert: alerts.changed };
    case 'invalid_state':
      return 'look';
    default:
      return undefined;
  }
};
