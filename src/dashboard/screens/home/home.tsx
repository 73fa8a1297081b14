import { BASE } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { useResource } from '../../app/use-resource.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { t } from '../../text/text.ts';
import { orderColumns } from '../order-columns.tsx';
import { Checklist } from './checklist.tsx';
import { OrderChanges } from './order-changes.tsx';
import { SalesTrend } from './sales-trend.tsx';
import { ToDo } from './to-do.tsx';
import { TodayFigures } from './today.tsx';

const RECENT_ORDERS = 8;

/** Today's sales, counts of open work, and the newest orders. */
export const Home = () => (
  <article class="screen">
    <h1>{t().navigation.home}</h1>
    <Checklist>
      {holds('analytics:read') && <TodayFigures />}
      <div class="columns">
        <div class="column">
          {holds('analytics:read') && <SalesTrend />}
          {holds('orders:read') && <NewestOrders />}
        </div>
        <div class="column first-on-phones">
          <ToDo />
        </div>
      </div>
    </Checklist>
  </article>
);

/** The newest orders; new ones appear by themselves. */
const NewestOrders = () => {
  const state = useResource('/api/orders', { query: { limit: RECENT_ORDERS } });
  return (
    <>
      <OrderChanges onChange={state.reload} />
      <LoadedList
        title={t().home.newestOrders}
        state={state}
        keyOf={({ id }) => id}
        empty={t().home.noOrders}
        actions={<ButtonLink label={t().common.all} href={`${BASE}/orders`} />}
        columns={orderColumns({ hasBuyer: true })}
      />
    </>
  );
};
