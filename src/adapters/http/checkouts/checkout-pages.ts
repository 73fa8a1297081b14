import type { WithdrawalExemption } from '#core/catalog/withdrawal-exemption.ts';
import { exemptionsToWaive } from '#core/checkouts/missing.ts';
import type { ShownCheckout } from '#core/checkouts/shown-checkout.ts';
import { amountText } from '#core/mails/mail-language.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { FormErrors } from '../hosted/hosted-form.ts';
import { type HostedFrame, sendHostedPage } from '../hosted/hosted-page.ts';
import { readFields, requireSameSite } from '../hosted/hosted-request.ts';
import { HttpError } from '../responses/problem.ts';
import { type CheckoutForm, checkedForm, missingOnPage, readForm, storedForm } from './checkout-form.ts';
import { formView } from './checkout-form-view.ts';
import { stateView, unknownView } from './checkout-page-view.ts';
import {
  addressOf,
  begin,
  type CheckoutPages,
  isOpened,
  nextAddress,
  type Opened,
  payAddress,
  redirect,
  type TokenContext,
  type Visit,
} from './checkout-visit.ts';
import { placeOrder, refusalOf, saveForm } from './save-form.ts';
import { totalOfPage } from './shown-form.ts';

/** Shows the checkout as it is now, and has no other effect. */
export const showCheckoutPage = async (deps: CheckoutPages, ctx: TokenContext): Promise<void> => {
  const visit = await begin(deps, ctx, new URLSearchParams(ctx.querystring).get('lang'));
  if (isOpened(visit)) await sendPage(deps, visit);
  else sendUnknown(visit);
};

/** Saves what the form says, and places the order, or leads on to its payment, if its button says so. */
export const sendCheckoutForm = async (deps: CheckoutPages, ctx: TokenContext): Promise<void> => {
  requireSameSite(ctx);
  const fields = await readFields(ctx, deps.inFlight);
  const visit = await begin(deps, ctx, fields.get('lang'));
  if (!isOpened(visit)) sendUnknown(visit);
  else if (isOpen(visit.shown)) await saveAndPlace(deps, visit, fields);
  else redirect(ctx, nextAddress(deps, fields.get('action') === 'pay' ? await linked(deps, visit) : visit));
};

/** Whether it can still be changed. */
const isOpen = ({ status }: ShownCheckout): boolean => status === 'incomplete' || status === 'ready';

/** Makes a link by which the order is paid if there is none, while it is to be paid. */
const linked = async (deps: CheckoutPages, visit: Opened): Promise<Opened> => {
  const { ctx, actor, shown } = visit;
  const { id } = shown.checkout;
  const now = await placeOrder(deps, { actor, address: ctx.ip }, { id }).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'invalid_state') throw error;
    return deps.showCheckout(actor, id);
  });
  return { ...visit, shown: now };
};

const sendUnknown = ({ ctx, frame }: Visit): void => sendHostedPage(ctx, 404, { frame, ...unknownView(frame) });

const sendPage = async (deps: CheckoutPages, visit: Opened): Promise<void> => {
  const { ctx, frame, shown, shop } = visit;
  if (isOpen(shown)) return sendForm(deps, visit, { status: 200 });
  const content = stateView({ frame, shop, shown, payAddress: payAddress(deps, visit), address: addressOf(visit) });
  const inLanguage = (language: HostedFrame['language']) => addressOf(visit, language);
  sendHostedPage(ctx, 200, { frame, ...content, inLanguage });
};

type Sent = Readonly<{
  status: number;
  /** As it was entered; as it is stored if omitted. */
  form?: CheckoutForm;
  errors?: FormErrors;
  alerts?: readonly string[];
  /** The checkout before the form changed it. */
  before?: ShownCheckout;
}>;

const sendForm = async (
  { unitOfWork }: CheckoutPages,
  visit: Opened,
  { status, form, errors = new Map(), alerts = [], before = visit.shown }: Sent,
): Promise<void> => {
  const { ctx, frame, messages, shown, shop, rules } = visit;
  const { checkout } = shown;
  const { userId } = checkout;
  const account = userId === null ? undefined : await unitOfWork.run((tx) => tx.users.find(userId));
  const isCartGone = shown.missing.some(({ path: [field] }) => field === 'cart_id');
  const content = formView({
    ...{ frame, shop, shown, errors, alerts: isCartGone ? [messages.alerts.ordered] : alerts, before },
    form: form ?? storedForm(checkout, countryOf(shop)),
    accountEmail: userId === null ? null : (checkout.contents.email ?? account?.email ?? ''),
    termsPage: rules.terms_page_url,
    exemptions: exemptionsOf(shown),
    address: addressOf(visit),
    imageOrigin: new URL(ctx.state.publicUrl).origin,
  });
  // another language would show what is stored instead of what was entered
  const inLanguage = form === undefined ? (language: typeof frame.language) => addressOf(visit, language) : undefined;
  sendHostedPage(ctx, status, { frame, ...content, inLanguage, hasImages: true });
};

/** Which the page chooses for buyers. */
const countryOf = ({ address }: Visit['shop']): string => address?.country ?? '';

/** To which the buyer must agree. */
const exemptionsOf = ({ priced }: ShownCheckout): ReadonlySet<WithdrawalExemption> =>
  exemptionsToWaive((priced?.priced?.items ?? []).map((item) => item.priced));

const saveAndPlace = async (deps: CheckoutPages, visit: Opened, fields: URLSearchParams): Promise<void> => {
  const { ctx, actor, messages, rules, shown: before } = visit;
  const form = readForm(fields, before.checkout, countryOf(visit.shop));
  const { patch, errors } = checkedForm(form, before, messages);
  const caller = { actor, address: ctx.ip };
  const accepted = {
    ...(rules.terms_page_url !== null && { terms: form.terms }),
    ...(exemptionsOf(before).size > 0 && { withdrawal_waiver: form.waiver }),
  };
  let opened = visit;
  try {
    const shown = await saveForm(deps, caller, { id: before.checkout.id, patch, accepted });
    opened = { ...visit, shown };
    const isPlacing = fields.get('action') === 'place';
    const found = new Map([...errors, ...(isPlacing ? missingOnPage(form, shown, messages) : [])]);
    if (found.size > 0) {
      const sent = { status: 422, form: formAfter(form, shown, found), before, errors: found };
      return await sendForm(deps, opened, sent);
    }
    // nobody orders a shipping method that the page has not shown
    const isShown = shown.checkout.contents.shippingMethodId === (form.shippingMethod || null);
    if (isPlacing && !isShown) {
      const sent = { status: 409, form: formAfter(form, shown, new Map()), before, alerts: [messages.alerts.changing] };
      return await sendForm(deps, opened, sent);
    }
    if (!isPlacing) return redirect(ctx, `${addressOf(visit)}#${changedPart(before, shown)}`);
    const placed = await placeOrder(deps, caller, { id: before.checkout.id, total: fields.get('total') ?? '' });
    redirect(ctx, nextAddress(deps, { ...visit, shown: placed }));
  } catch (error) {
    const refusal = refusalOf(error, patch, messages);
    if (refusal === undefined) throw error;
    const now = { ...visit, shown: await shownAfter(deps, visit, error) };
    if (!isOpen(now.shown)) return redirect(ctx, nextAddress(deps, now));
    if (error instanceof HttpError) ctx.set(error.extra.headers ?? {});
    // still open after it was refused for a state: it is that of the cart, as the page says
    const { status, errors: refused = new Map(), alert } = refusal === 'look' ? { status: 409 } : refusal;
    const alerts = alert === undefined ? [] : [alert(totalText(now))];
    const entered = opened === visit ? form : formAfter(form, now.shown, refused);
    await sendForm(deps, now, { status, form: entered, before, errors: new Map([...errors, ...refused]), alerts });
  }
};

/** The checkout as it is after a refused attempt, at the total that the refusal has told. */
const shownAfter = async (deps: CheckoutPages, { actor, shown }: Opened, error: unknown): Promise<ShownCheckout> => {
  const { id } = shown.checkout;
  const now = await deps.showCheckout(actor, id);
  const told = error instanceof DomainError && error.code === 'total_changed' ? error.details['total'] : undefined;
  if (told === undefined || told === totalOfPage({ shown: now })?.toNumber()) return now;
  return deps.showCheckout(actor, id, { isKnownBuyer: true });
};

/** The part of the page to look at: a shipping method that was chosen for the buyer, or what it costs. */
const changedPart = (before: ShownCheckout, now: ShownCheckout): string => {
  const [former, chosen] = [before, now].map(({ checkout }) => checkout.contents.shippingMethodId);
  return former !== chosen && chosen !== null ? 'shipping_method' : 'items';
};

const totalText = ({ shown, frame: { language } }: Opened): string | undefined => {
  const total = totalOfPage({ shown });
  return total && amountText(total, language);
};

/** The form with what was saved: a code that was added is one of the checkout now, and a shipping method is chosen. */
const formAfter = (
  form: CheckoutForm,
  { checkout: { contents } }: ShownCheckout,
  errors: FormErrors,
): CheckoutForm => ({
  ...form,
  shippingMethod: contents.shippingMethodId ?? '',
  ...(!errors.has('new_code') && { newCode: '', codes: contents.discountCodes }),
});
