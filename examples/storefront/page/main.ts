import { Problem } from './api/problem.ts';
import { accountPage } from './pages/account-page.ts';
import { cartPage } from './pages/cart-page.ts';
import { checkoutPage } from './pages/checkout-page.ts';
import { listPage } from './pages/list-page.ts';
import { orderPage } from './pages/order-page.ts';
import { productPage } from './pages/product-page.ts';
import { alert, element } from './view/element.ts';
import { showAccount, showCartCount } from './view/header.ts';
import { searchBox } from './view/search-box.ts';
import { withdrawalLink } from './view/withdrawal-link.ts';

type Render = (id: string) => Promise<Node[]>;

/** Every address is a page of its own: links and forms are the browser's, and so are back, forward and reload. */
const PAGES: Readonly<Record<string, Render>> = {
  '': listPage,
  products: productPage,
  cart: cartPage,
  checkout: checkoutPage,
  orders: orderPage,
  account: accountPage,
};

const missingPage: Render = async () => [
  element('h1', {}, 'Not found'),
  element('p', {}, 'There is no such page. ', element('a', { href: '/' }, 'Look around')),
];

const render = async (): Promise<Node[]> => {
  const [name = '', id = ''] = location.pathname.slice(1).split('/');
  const page = PAGES[name] ?? missingPage;
  try {
    return await page(decodeURIComponent(id));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 404) return missingPage('');
    return [element('h1', {}, 'Something is wrong'), alert(error.message)];
  }
};

const main = document.querySelector('main');
showCartCount();
document.querySelector('header')?.append(searchBox());
document.querySelector('footer')?.append(await withdrawalLink());
const content = await render();
showAccount();
showCartCount();
main?.replaceChildren(...content);
main?.removeAttribute('aria-busy');
const title = main?.querySelector('h1')?.textContent;
if (title) document.title = `${title} – ${document.title}`;
