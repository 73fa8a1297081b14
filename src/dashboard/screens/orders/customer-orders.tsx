import { request } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { money, number } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';
import type { Order } from './order-data.ts';

/** How many other orders are shown. */
const MAX_SHOWN = 3;

/** How many orders a customer has placed, and the newest others. */
export const CustomerOrders = ({ order: { id, user_id: user } }: Readonly<{ order: Order }>) => {
  const { data: orders } = useLoaded(user ?? '', async (signal) => {
    if (user === null) return undefined;
    const query = { user_id: user, limit: MAX_SHOWN + 1, include_total: true };
    return (await request('get', '/api/orders', { query, signal })).data;
  });
  if (orders === undefined) return null;
  const others = orders.data.filter((each) => each.id !== id).slice(0, MAX_SHOWN);
  return (
    <>
      <a href={`${BASE}/orders?user_id=${user}`}>{fill(t().order.ordersOf, { count: number(orders.total ?? 0) })}</a>
      <ul>
        {others.map((each) => (
          <li key={each.id}>
            <a href={`${BASE}/orders/${each.id}`}>{fill(t().orders.order, { number: each.number })}</a>{' '}
            <span class="muted">{money(each.total, each.currency)}</span>
          </li>
        ))}
      </ul>
    </>
  );
};
