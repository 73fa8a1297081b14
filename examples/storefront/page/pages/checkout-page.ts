import { call, currentCaller } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { quoteOf } from '../api/quote.ts';
import type { OrderInput, Quote, User } from '../api/resources.ts';
import { cart } from '../state/cart.ts';
import { pendingOrder } from '../state/pending.ts';
import { pageOfOrder, placeOrder, resumeOrder } from '../state/place-order.ts';
import { addressFields, addressIn } from '../view/address-view.ts';
import { cardChoice, chosenCard } from '../view/card-choice.ts';
import { itemsView, totalsView } from '../view/charges-view.ts';
import { alert, element } from '../view/element.ts';
import { onSubmit, showProblem, textField, valueAt } from '../view/field.ts';
import { money } from '../view/money.ts';
import { discountFields, refusedCodes, showShipping } from '../view/quote-fields.ts';
import { orderedItems } from './cart-page.ts';

/** Address, shipping, code and card, with a quote that follows every change. */
export const checkoutPage = async (): Promise<Node[]> => {
  const heading = element('h1', {}, 'Checkout');
  if (pendingOrder.current() !== undefined) return [heading, await resumption()];
  if (cart.items().length === 0) {
    return [
      heading,
      element('p', { class: 'note' }, 'The cart is empty. ', element('a', { href: '/' }, 'Look around')),
    ];
  }
  const user = 'session' in currentCaller() ? await call((api) => api.get('/api/users/me')) : undefined;
  return [heading, await checkoutForm(user)];
};

/** An order was sent, and the page left before its outcome was known. */
const resumption = async (): Promise<HTMLElement> => {
  const section = element('section', {}, element('p', { class: 'note' }, 'Your order is being completed…'));
  try {
    const order = await resumeOrder();
    if (order !== undefined) location.replace(pageOfOrder(order.id));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    section.replaceChildren(retryOf(problem));
  }
  return section;
};

/** Instead of the form, whose changes would not be in the order that is pending. */
const retryOf = (problem: Problem): HTMLElement =>
  element(
    'section',
    {},
    alert(problem.message),
    problem.status === 401
      ? element('a', { class: 'button primary', href: '/account?next=checkout' }, 'Sign in')
      : element('a', { class: 'button primary', href: '/checkout' }, 'Try again'),
  );

const checkoutForm = async (user: User | undefined): Promise<HTMLElement> => {
  const shipping = element('fieldset', { id: 'shipping' });
  const summary = element('div', { class: 'summary', 'aria-live': 'polite' });
  const button = element('button', { type: 'submit', class: 'primary' }, 'Order and pay');
  const form = element(
    'form',
    { class: 'checkout' },
    element('div', {}, contactFields(user), addressFields(user?.addresses[0]), shipping, cardChoice()),
    element('aside', { 'aria-label': 'Your order' }, summary, discountFields(), button),
  );
  const show = (quote: Quote): void => {
    showShipping(shipping, quote);
    summary.replaceChildren(itemsView(quote), totalsView(quote), ...refusedCodes(quote));
    button.replaceChildren(`Order and pay ${money(quote.total, quote.currency)}`);
  };
  const quotes = makeQuotes(form, show);
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.name === 'card')) void quotes.update();
  });
  onSubmit(form, async () => {
    const seen = quotes.shown();
    await quotes.settled();
    if (seen === undefined || seen.total !== quotes.shown()?.total) {
      throw new Problem(409, 'total_changed', 'The total has changed. Please check it, and order again.');
    }
    const order = await placeOrder({ ...inputOf(form), expected_total: seen.total }, chosenCard(form)).catch(
      async (problem: unknown) => {
        if (problem instanceof Problem && problem.isUncertain) return void form.replaceWith(retryOf(problem));
        await quotes.update();
        throw problem;
      },
    );
    if (order !== undefined) location.assign(pageOfOrder(order.id));
  });
  await quotes.update();
  return form;
};

type Quotes = Readonly<{
  update(): Promise<void>;
  /** Resolves when the latest quote is shown. */
  settled(): Promise<void>;
  shown(): Quote | undefined;
}>;

/** Quotes of a form that changes: only the latest is shown. */
const makeQuotes = (form: HTMLFormElement, show: (quote: Quote) => void): Quotes => {
  let shown: Quote | undefined;
  let latest: Promise<void> = Promise.resolve();
  const update = (): Promise<void> => {
    const own: Promise<void> = quoteFor(form).then(
      (quote) => {
        if (own !== latest) return;
        shown = quote;
        show(quote);
      },
      (problem: unknown) => {
        if (own === latest) showProblem(form, problem);
      },
    );
    latest = own;
    return own;
  };
  return { update, settled: () => latest, shown: () => shown };
};

const contactFields = (user: User | undefined): HTMLElement =>
  element(
    'fieldset',
    {},
    element('legend', {}, 'Contact'),
    user === undefined
      ? textField({ label: 'E-mail', pointer: '/email', type: 'email', autocomplete: 'email', required: true })
      : element('p', {}, 'Signed in as ', element('strong', {}, user.email)),
    user === undefined
      ? element(
          'p',
          { class: 'hint' },
          'Have an account? ',
          element('a', { href: '/account?next=checkout' }, 'Sign in'),
        )
      : null,
  );

const inputOf = (form: HTMLFormElement): OrderInput => {
  const email = valueAt(form, '/email');
  const code = valueAt(form, '/discount_codes');
  const method = form.querySelector<HTMLInputElement>('input[name=shipping]:checked')?.value;
  return {
    items: orderedItems(),
    shipping_address: addressIn(form),
    ...(email === undefined ? {} : { email }),
    ...(code === undefined ? {} : { discount_codes: [code] }),
    ...(method === undefined ? {} : { shipping_method_id: method }),
  };
};

/** A quote with the chosen shipping method, or with the first of this address. */
const quoteFor = async (form: HTMLFormElement): Promise<Quote> => {
  const { shipping_method_id: chosen, shipping_address: address, email, ...input } = inputOf(form);
  const isEmail = form.querySelector<HTMLInputElement>('input[type=email]')?.validity.valid;
  const body = {
    ...input,
    // the address may be incomplete: only its place counts
    ...(address && { shipping_address: { ...address, line1: address.line1 || '-' } }),
    ...(isEmail && email !== undefined ? { email } : {}),
  };
  const quote = (method?: string): Promise<Quote> =>
    quoteOf({ ...body, ...(method && { shipping_method_id: method }) });
  const first = await quote();
  const options = first.shipping_options.map(({ shipping_method_id: id }) => id);
  const method = chosen && options.includes(chosen) ? chosen : options[0];
  return method === undefined ? first : quote(method);
};
