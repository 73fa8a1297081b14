import { cart } from '../state/cart.ts';
import { session } from '../state/session.ts';

export const showCartCount = (): void => {
  const count = cart.count();
  document.getElementById('cart-link')?.replaceChildren(count === 0 ? 'Cart' : `Cart (${count})`);
};

export const showAccount = (): void => {
  const label = session.token() === undefined ? 'Sign in' : 'My account';
  document.getElementById('account-link')?.replaceChildren(label);
};
