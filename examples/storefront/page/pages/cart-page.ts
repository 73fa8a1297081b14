import { Problem } from '../api/problem.ts';
import { quoteOf } from '../api/quote.ts';
import type { Quote } from '../api/resources.ts';
import { type CartItem, cart, MAX_QUANTITY } from '../state/cart.ts';
import { beginHostedCheckout, type HostedOrder, orderOfHostedCheckout } from '../state/hosted-checkout.ts';
import { totalsView } from '../view/charges-view.ts';
import { actionButton, alert, element } from '../view/element.ts';
import { exemptionView } from '../view/exemption-view.ts';
import { showProblem } from '../view/field.ts';
import { showCartCount } from '../view/header.ts';
import { money } from '../view/money.ts';
import { optionsText, picture } from '../view/product-view.ts';

/** The items of the cart as the API's orders have them. */
export const orderedItems = () => cart.items().map(({ productId, quantity }) => ({ product_id: productId, quantity }));

/** The cart with what it costs now: a quote without an address. */
export const cartPage = async (): Promise<Node[]> => {
  const section = element('section');
  // an old one that is not found any more changes nothing
  const ordered = await orderOfHostedCheckout().catch(() => undefined);
  const show = async (): Promise<void> => {
    showCartCount();
    section.replaceChildren(...(await contentOf(() => void show())));
  };
  await show();
  const heading = element('h1', {}, 'Cart');
  return ordered === undefined ? [heading, section] : [heading, orderNote(ordered), section];
};

const orderNote = ({ number, payUrl }: HostedOrder): HTMLElement =>
  payUrl === undefined
    ? element('p', { class: 'note' }, 'Thank you for your order.')
    : element(
        'p',
        { class: 'note' },
        `Your order ${number} is not paid yet. `,
        element('a', { href: payUrl }, 'Go on to its payment'),
      );

const contentOf = async (changed: () => void): Promise<Node[]> => {
  const items = cart.items();
  if (items.length === 0) {
    return [element('p', { class: 'note' }, 'The cart is empty. ', element('a', { href: '/' }, 'Look around'))];
  }
  const quoted = await quote();
  const lines = items.map((item, index) =>
    lineOf(item, { index, changed, ...(quoted.quote && { quote: quoted.quote }) }),
  );
  const list = element('ul', { class: 'lines' }, ...lines);
  if (quoted.quote !== undefined) {
    const link = element('a', { class: 'button primary', href: '/checkout' }, 'Check out');
    const note = element('p', { class: 'hint' }, 'Shipping is added at the checkout.');
    return [list, totalsView(quoted.quote), note, link, hostedCheckout()];
  }
  showProblem(list, quoted.problem);
  return [list, alert('Change the marked items to go on.')];
};

/** The other way to order: on the page of the service. */
const hostedCheckout = (): HTMLElement => {
  const place = element('div');
  const button = actionButton('Check out on the page of the service', async () => {
    try {
      location.assign(await beginHostedCheckout());
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      place.replaceChildren(button, alert(problem.message));
    }
  });
  place.append(button);
  return place;
};

type Quoted = Readonly<{ quote: Quote; problem?: never }> | Readonly<{ problem: unknown; quote?: never }>;

const quote = async (): Promise<Quoted> => {
  try {
    return { quote: await quoteOf({ items: orderedItems() }) };
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.errors.length === 0) throw problem;
    return { problem };
  }
};

type LineOptions = Readonly<{ index: number; quote?: Quote; changed: () => void }>;

const lineOf = (
  { productId, name, quantity }: CartItem,
  { index, quote: quoted, changed }: LineOptions,
): HTMLElement => {
  const item = quoted?.items[index];
  const id = `quantity-${index}`;
  const input = element('input', {
    id,
    type: 'number',
    value: quantity,
    min: 0,
    max: MAX_QUANTITY,
    'data-pointer': `/items/${index}`,
    'aria-describedby': `${id}-error`,
  });
  const change = (to: number) => {
    cart.change(productId, to);
    changed();
  };
  input.addEventListener('change', () => change(input.valueAsNumber));
  const remove = element('button', { type: 'button', class: 'plain', 'aria-label': `Remove ${name}` }, 'Remove');
  remove.addEventListener('click', () => change(0));
  return element(
    'li',
    { class: 'line' },
    picture(item?.image),
    element(
      'div',
      {},
      element('strong', {}, name),
      element('span', { class: 'hint' }, optionsText(item?.options ?? {})),
      exemptionView(item?.withdrawal_exemption ?? null),
      element('span', { class: 'quantity' }, element('label', { for: id }, 'Quantity'), input, remove),
      element('span', { class: 'error', id: `${id}-error` }),
    ),
    element('span', { class: 'amount' }, item === undefined ? '' : money(item.subtotal, quoted?.currency ?? '')),
  );
};
