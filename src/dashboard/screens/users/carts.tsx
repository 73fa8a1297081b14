import type { Schemas } from '../../api/request.ts';
import { useResource } from '../../app/use-resource.ts';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { Name, ResourceLink } from '../../parts/name.tsx';
import { Badge, Time } from '../../parts/parts.tsx';
import { number } from '../../text/format.ts';
import { t } from '../../text/text.ts';

type Cart = Schemas['Cart'];

/** How many carts stand on the page. */
const MAX_SHOWN = 5;

/** How many items of a cart are named. */
const MAX_ITEMS = 5;

/** What a customer has in the cart, and the carts that were ordered. */
export const CartsOf = ({ id }: Readonly<{ id: string }>) => {
  const state = useResource('/api/carts', { query: { user_id: id, limit: MAX_SHOWN } });
  return (
    <LoadedList
      title={t().customers.carts}
      state={state}
      keyOf={(cart) => cart.id}
      empty={t().customers.noCarts}
      columns={[
        { name: 'items', cell: ({ items }) => <CartItems items={items} />, place: 'title' },
        { name: 'updated_at', cell: (cart) => <Time at={cart.updated_at} isRelative />, place: 'detail' },
        { name: 'order_id', cell: ({ order_id: order }) => order && <ResourceLink id={order} />, place: 'detail' },
        { name: 'status', cell: ({ status }) => <Badge value={status} />, place: 'end' },
      ]}
    />
  );
};

const CartItems = ({ items }: Pick<Cart, 'items'>) => {
  const hidden = items.length - MAX_ITEMS;
  return items.length === 0 ? (
    <span class="muted">{t().customers.emptyCart}</span>
  ) : (
    <>
      {items.slice(0, MAX_ITEMS).map(({ product_id: product, quantity }) => (
        <div key={product}>
          {number(quantity)} × <Name id={product} />
        </div>
      ))}
      {hidden > 0 && <div class="muted">+ {number(hidden)}</div>}
    </>
  );
};
