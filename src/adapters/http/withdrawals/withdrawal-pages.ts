import type Koa from 'koa';
import { dateText } from '#core/mails/mail-language.ts';
import type { OpenOrder } from '#core/orders/order-access.ts';
import type { OrderQueries } from '#core/orders/ports.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { Id, type IdGenerator } from '#core/shared/id.ts';
import { Json } from '#core/shared/page.ts';
import type { RateLimit } from '#core/shared/rate-limiter.ts';
import type { ShopQueries, ShopRulesQueries } from '#core/shop/ports.ts';
import type { Shop } from '#core/shop/shop.ts';
import type { OrderWithdrawals } from '#core/withdrawals/order-withdrawal.ts';
import type { InFlight } from '../admission/in-flight.ts';
import { addressKey, type Throttle } from '../admission/throttle.ts';
import type { FormErrors } from '../hosted/hosted-form.ts';
import { languageOf, readFields } from '../hosted/hosted-request.ts';
import type { RequestState } from '../request/request-state.ts';
import { HttpError, toProblem } from '../responses/problem.ts';
import { clientKey } from '../server/client-network.ts';
import type { ConfirmWithdrawal } from './confirm-withdrawal.ts';
import {
  formErrors,
  newForm,
  type OpenedOrder,
  readForm,
  statementOf,
  type WithdrawalForm,
} from './withdrawal-form.ts';
import { formView } from './withdrawal-form-view.ts';
import { type PageFrame, sendPage } from './withdrawal-page-layout.ts';
import { PAGE_MESSAGES, type PageMessages } from './withdrawal-page-messages.ts';
import { receiptView, statementView } from './withdrawal-statement-view.ts';

/** What the page needs where consumers withdraw from an order. */
export type WithdrawalPagesDeps = Readonly<{
  openOrder: OpenOrder;
  orderQueries: Pick<OrderQueries, 'find'>;
  orderWithdrawals: OrderWithdrawals;
  confirmWithdrawal: ConfirmWithdrawal;
  shop: ShopQueries;
  rules: ShopRulesQueries;
  clock: BusinessClock;
  ids: IdGenerator;
  throttle: Throttle;
  /** A keyed digest: the client's address is not stored. */
  digest: (text: string) => string;
  /** Of all requests from an address; undefined for no limit. */
  rateLimit: RateLimit | undefined;
  /** Whether the shop has a mail server. */
  sendsMails: boolean;
}>;

export type WithdrawalPages = WithdrawalPagesDeps & Readonly<{ inFlight: Pick<InFlight, 'admitBody'> }>;

type Context = Koa.ParameterizedContext<RequestState>;

/** A request of the page. */
type Visit = Readonly<{
  ctx: Context;
  frame: PageFrame;
  messages: PageMessages;
  shop: Shop;
  actor: Actor;
  /** Undefined unless the token opens it. */
  order: OpenedOrder | undefined;
  form: WithdrawalForm;
  /** Whether the form was sent by a former step. */
  isContinued: boolean;
  isInvalidLink: boolean;
}>;

/** The first step, as a link opens it. */
export const showForm = async (deps: WithdrawalPages, ctx: Context): Promise<void> => {
  const visit = await begin(deps, ctx, new URLSearchParams(ctx.querystring));
  sendForm(deps, { ...visit, form: newForm(visit.form, visit.order) });
};

/** The second step. */
export const checkForm = async (deps: WithdrawalPages, ctx: Context): Promise<void> => {
  sendCheck(deps, await begin(deps, ctx, await readFields(ctx, deps.inFlight)));
};

/** Stores the statement. */
export const confirmForm = async (deps: WithdrawalPages, ctx: Context): Promise<void> => {
  await confirm(deps, await begin(deps, ctx, await readFields(ctx, deps.inFlight)));
};

const begin = async (deps: WithdrawalPages, ctx: Context, fields: URLSearchParams): Promise<Visit> => {
  ctx.state.route = ctx.path;
  const { rateLimit, throttle } = deps;
  if (rateLimit !== undefined) await throttle('withdrawal page', addressKey(ctx.ip), rateLimit);
  const [shop, { mail_language: usual }] = await Promise.all([deps.shop.get(), deps.rules.get()]);
  const sent = readForm(fields);
  const isContinued = Id.is('form', sent.nonce);
  const form = isContinued ? sent : { ...sent, nonce: deps.ids.next('form') };
  const opened = form.token === '' ? undefined : await open(deps, form.token);
  const language = languageOf(ctx, fields.get('lang'), usual);
  return {
    ctx,
    frame: { language, shop, token: opened === undefined ? '' : form.token },
    messages: PAGE_MESSAGES[language],
    shop,
    form,
    isContinued,
    order: opened?.order,
    actor: {
      ...Actor.anonymous,
      client: deps.digest(clientKey(ctx.ip)),
      requestId: ctx.state.requestId,
      ...(opened === undefined ? {} : { order: opened.access }),
    },
    isInvalidLink: form.token !== '' && opened === undefined,
  };
};

/** Longer than every token. */
const MAX_TOKEN_LENGTH = 255;

const open = async ({ openOrder, orderQueries, orderWithdrawals }: WithdrawalPages, token: string) => {
  const access = token.length > MAX_TOKEN_LENGTH ? undefined : await openOrder(token);
  const found = access && (await orderQueries.find(access.id));
  if (access === undefined || found === undefined) return undefined;
  const view = Json.parse(found.view);
  return { access, order: { view, right: await orderWithdrawals.ofView(view, found.withdrawalTerms) } };
};

const sendForm = ({ clock }: WithdrawalPages, { ctx, ...visit }: Visit, errors?: FormErrors): void => {
  const { frame, shop, messages, order } = visit;
  const period = order?.right && periodText(order.right.until, { now: clock.now(), shop, messages, frame });
  const content = formView({ ...visit, period: period ?? undefined, ...(errors === undefined ? {} : { errors }) });
  sendPage(ctx, errors === undefined ? 200 : 422, { frame, ...content });
};

const HALF_A_DAY_MS = 12 * 3_600_000;

/** The day until which the right lasts: its end is the midnight after it. */
const periodText = (
  until: string | null,
  { now, shop, messages, frame }: Pick<Visit, 'shop' | 'messages' | 'frame'> & Readonly<{ now: Date }>,
): string => {
  if (until === null) return messages.period.notBegun;
  const end = new Date(until);
  const day = dateText(new Date(end.getTime() - HALF_A_DAY_MS), frame.language, shop.timeZone);
  return now < end ? messages.period.until(day) : messages.period.ended(day);
};

/** Shows the statement in full, or what is wrong in it. Nothing is stored yet. */
const sendCheck = (deps: WithdrawalPages, visit: Visit): void => {
  const { ctx, form, order, messages, frame } = visit;
  const errors = formErrors(form, { order, messages: messages.fields, isConfirmed: false });
  if (errors.size > 0) {
    sendForm(deps, visit, errors);
    return;
  }
  sendPage(ctx, 200, { frame, ...statementView({ frame, form, order, statement: statementOf(form, order) }) });
};

const confirm = async (deps: WithdrawalPages, visit: Visit): Promise<void> => {
  const { ctx, form, order, messages, frame, shop } = visit;
  if (!visit.isContinued) return sendCheck(deps, visit);
  const errors = formErrors(form, { order, messages: messages.fields, isConfirmed: true });
  if (errors.size > 0) return sendForm(deps, visit, errors);
  const statement = statementOf(form, order);
  try {
    const received = await deps.confirmWithdrawal({
      ...{ actor: visit.actor, address: ctx.ip, statement, nonce: form.nonce },
      toProblem: (error) => toProblem(error, ctx.state),
    });
    const { sendsMails } = deps;
    sendPage(ctx, 200, {
      frame,
      ...receiptView({ frame, statement, order, ...received, timeZone: shop.timeZone, sendsMails }),
    });
  } catch (error) {
    // a changed form
    if (error instanceof DomainError && error.kind === 'invalid') {
      return sendForm(deps, visit, new Map([['items', messages.fields.items.invalid]]));
    }
    const alert = alertOf(error, visit);
    if (alert === undefined || !(error instanceof HttpError)) throw error;
    ctx.set(error.extra.headers ?? {});
    sendPage(ctx, error.status, { frame, ...statementView({ frame, form, order, statement, alert }) });
  }
};

/** Why a statement was not sent, and may be sent again. */
const alertOf = (error: unknown, { messages, shop }: Visit): string[] | undefined => {
  if (!(error instanceof HttpError)) return undefined;
  if (error.code === 'idempotency_in_progress') return [messages.inProgress];
  if (error.code !== 'rate_limited') return undefined;
  const minutes = Math.ceil(Number(error.extra.headers?.['Retry-After'] ?? 60) / 60);
  return [messages.tooMany(minutes), ...(shop.email === null ? [] : [messages.contact(shop.email)])];
};
