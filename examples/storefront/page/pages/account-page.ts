import { call, VISITOR } from '../api/client.ts';
import type { Order, User } from '../api/resources.ts';
import { guestOrders } from '../state/guest-orders.ts';
import { session } from '../state/session.ts';
import { actionButton, element } from '../view/element.ts';
import { onSubmit, textField, valueAt } from '../view/field.ts';
import { money } from '../view/money.ts';
import { statesOf } from '../view/order-view.ts';

/** The customer with their orders, or the way to become one. */
export const accountPage = async (): Promise<Node[]> =>
  session.token() === undefined ? signedOut() : signedIn(await call((api) => api.get('/api/users/me')));

const signedIn = async (user: User): Promise<Node[]> => {
  const list = element('ul', { class: 'orders' });
  const more = element('p');
  const addPage = async (cursor?: string): Promise<void> => {
    const query = { limit: 20, ...(cursor === undefined ? {} : { cursor }) };
    const page = await call((api) => api.get('/api/orders', { query }));
    list.append(...page.data.map(orderLine));
    const { next_cursor: next } = page;
    more.replaceChildren(...(next === null ? [] : [actionButton('More orders', () => addPage(next))]));
  };
  await addPage();
  const signOut = actionButton('Sign out', async () => {
    // the session may have ended before
    await call((api) => api.delete('/api/auth')).catch(() => {});
    session.end();
    location.assign('/');
  });
  return [
    element('h1', {}, 'My account'),
    element('p', {}, user.name === null ? user.email : `${user.name} · ${user.email}`),
    element('h2', {}, 'Orders'),
    list.children.length === 0 ? element('p', { class: 'note' }, 'No orders yet.') : list,
    more,
    signOut,
  ];
};

const orderLine = (order: Order): HTMLElement =>
  element(
    'li',
    { class: 'line' },
    element(
      'a',
      { href: `/orders/${encodeURIComponent(order.id)}` },
      `Order ${order.number}`,
      element('span', { class: 'hint' }, new Date(order.created_at).toLocaleDateString(navigator.language)),
    ),
    element('span', { class: 'states' }, ...statesOf(order).map((state) => element('span', {}, state))),
    element('span', { class: 'amount' }, money(order.total, order.currency)),
  );

const signedOut = (): Node[] => {
  const orders = guestOrders.list();
  return [
    element('h1', {}, 'Account'),
    element('div', { class: 'columns' }, signInForm(), signUpForm()),
    ...(orders.length === 0 ? [] : [element('h2', {}, 'Orders of this browser'), guestOrderList(orders)]),
  ];
};

const guestOrderList = (orders: ReturnType<typeof guestOrders.list>): HTMLElement =>
  element(
    'ul',
    { class: 'orders' },
    ...orders.map(({ id, number }) =>
      element(
        'li',
        {},
        element('a', { href: `/orders/${encodeURIComponent(id)}` }, `Order ${number ?? 'from a mail'}`),
      ),
    ),
  );

const signInForm = (): HTMLElement => {
  const form = element(
    'form',
    {},
    element('h2', {}, 'Sign in'),
    textField({ label: 'E-mail', pointer: '/email', type: 'email', autocomplete: 'username', required: true }),
    textField({
      label: 'Password',
      pointer: '/password',
      type: 'password',
      autocomplete: 'current-password',
      required: true,
    }),
    element('button', { type: 'submit', class: 'primary' }, 'Sign in'),
  );
  onSubmit(form, () => signIn(credentialsIn(form)));
  return form;
};

const signUpForm = (): HTMLElement => {
  const form = element(
    'form',
    {},
    element('h2', {}, 'Create an account'),
    textField({ label: 'Name', pointer: '/name', autocomplete: 'name', required: true, maxlength: 255 }),
    textField({ label: 'E-mail', pointer: '/email', type: 'email', autocomplete: 'username', required: true }),
    textField({
      label: 'Password',
      pointer: '/password',
      type: 'password',
      autocomplete: 'new-password',
      required: true,
      minlength: 12,
      maxlength: 128,
      hint: 'At least 12 characters.',
    }),
    element('button', { type: 'submit' }, 'Create the account'),
  );
  onSubmit(form, async () => {
    const credentials = credentialsIn(form);
    const body = { ...credentials, name: valueAt(form, '/name') ?? '' };
    await call((api) => api.post('/api/users', { body }), VISITOR);
    // the response does not tell whether the e-mail has an account already: then only its password signs in
    await signIn(credentials);
  });
  return form;
};

type Credentials = Readonly<{ email: string; password: string }>;

const credentialsIn = (form: HTMLFormElement): Credentials => ({
  email: valueAt(form, '/email') ?? '',
  // a password may begin or end with a space
  password: form.querySelector<HTMLInputElement>('[data-pointer="/password"]')?.value ?? '',
});

const signIn = async (credentials: Credentials): Promise<void> => {
  const { token } = await call((api) => api.post('/api/auth', { body: credentials }), VISITOR);
  // only a dry run has none
  if (token !== undefined) session.begin(token);
  const isOrdering = new URLSearchParams(location.search).get('next') === 'checkout';
  location.assign(isOrdering ? '/checkout' : '/account');
};
