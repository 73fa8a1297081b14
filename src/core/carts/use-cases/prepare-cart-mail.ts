import { pageLink } from '#core/mails/mail-document.ts';
import type { CartMailRequest } from '#core/mails/ports.ts';
import type { PrepareMail } from '#core/mails/use-cases/send-mails.ts';
import type { OrderQueries } from '#core/orders/ports.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopQueries, ShopRulesQueries } from '#core/shop/ports.ts';
import { cartMail } from '../cart-mail.ts';
import type { CartQueries, CartsTx } from '../ports.ts';
import type { PriceContents } from '../price-contents.ts';
import { SavedCart } from '../saved-cart.ts';

type Deps = Readonly<{
  unitOfWork: UnitOfWork<CartsTx>;
  cartQueries: CartQueries;
  orderQueries: Pick<OrderQueries, 'list'>;
  priceContents: PriceContents;
  shop: ShopQueries;
  rules: ShopRulesQueries;
}>;

/**
 * Writes the mail that reminds a customer of a cart, as it is when it is sent: only to a proved e-mail whose owner has agreed
 * to such mails and has ordered nothing since, and only while something of the cart can be ordered.
 */
export const makePrepareCartMail =
  ({ unitOfWork, cartQueries, orderQueries, priceContents, shop, rules }: Deps): PrepareMail<CartMailRequest> =>
  async ({ cartId }) => {
    const cart = await cartQueries.find(cartId);
    const userId = cart?.userId ?? null;
    if (cart === undefined || userId === null || cart.status !== 'open') return undefined;
    const [user, { cart_page_url: page, mail_language: language }, { items: orders }] = await Promise.all([
      unitOfWork.run((tx) => tx.users.find(userId)),
      rules.get(),
      orderQueries.list({ ownerId: userId, filter: { created_from: SavedCart.writtenAt(cart) }, page: { limit: 1 } }),
    ]);
    const mayBeReminded = user?.consents.email_marketing?.granted === true && user.emailVerifiedAt !== null;
    if (page === null || user === undefined || !mayBeReminded || orders.length > 0) return undefined;
    const { priced } = await priceContents(cart.contents, { userId, isGuest: false });
    if (priced === undefined) return undefined;
    const items = priced.items.map((item) => item.priced);
    const url = pageLink(page, { cart: cart.id });
    return { ...cartMail({ items, to: user.email, shop: await shop.get(), language, url }), client: null };
  };
