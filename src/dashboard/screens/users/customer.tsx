import { request, type Schemas } from '../../api/request.ts';
import { BASE, type ScreenProps } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useResource } from '../../app/use-resource.ts';
import { ActionLink } from '../../form/action-link.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { Name } from '../../parts/name.tsx';
import { Amount, Badge, Facts, Section } from '../../parts/parts.tsx';
import { number } from '../../text/format.ts';
import { fieldLabel, fill, t } from '../../text/text.ts';
import { NewSubscription } from '../billing/new-subscription.tsx';
import { nextText } from '../billing/subscription-next.ts';
import { orderColumns } from '../order-columns.tsx';
import { Addresses } from './addresses.tsx';
import { CartsOf } from './carts.tsx';
import { ConsentsOf } from './consents.tsx';
import { CustomerNote, Profile } from './customer-profile.tsx';
import { PaymentMethodsOf } from './payment-methods.tsx';
import { UserScreen } from './user-page.tsx';

/** How many rows of each list stand on the page; the lists themselves have the rest. */
const MAX_SHOWN = 10;

/** A customer: what they bought, then what the shop knows of them, which is edited at the side of the page. */
export const CustomerScreen = ({ id = '' }: ScreenProps) => (
  <UserScreen
    id={id}
    parent={{ href: `${BASE}/customers`, label: t().navigation.customers }}
    actions={({ id: user }) => (
      <ActionLink label={t().orders.create} scope="orders:write" href={`${BASE}/orders/new?user_id=${user}`} />
    )}
  >
    {(loaded, reload) => (
      <>
        <div class="columns">
          <div class="column">
            {holds('analytics:read') && <SpendOf user={loaded.data} />}
            {holds('orders:read') && <OrdersOf id={id} />}
            {holds('orders:read') && <CartsOf id={id} />}
            {holds('subscriptions:read') && <SubscriptionsOf user={loaded.data} />}
            {holds('payments:read') && <PaymentMethodsOf id={id} />}
            <ConsentsOf user={loaded.data} onChanged={reload} />
          </div>
          <div class="column">
            <CustomerNote loaded={loaded} reload={reload} />
            <Profile loaded={loaded} reload={reload} />
            <Addresses user={loaded.data} onChanged={reload} />
          </div>
        </div>
      </>
    )}
  </UserScreen>
);

/** Before the first order of any shop. */
const BEGINNING = '2000-01-01T00:00:00Z';

const SPEND = ['net', 'gross', 'refunds', 'orders', 'average_order_value'] as const;

/** What a customer has paid so far, in the currency of the shop. */
const SpendOf = ({ user: { id } }: Readonly<{ user: Schemas['User'] }>) => {
  const state = useLoaded(id, async (signal) => {
    const query = { metrics: [...SPEND], filters: [`user:${id}`], from: BEGINNING };
    return (await request('get', '/api/analytics/query', { query, signal })).data as Schemas['AnalyticsQuery'];
  });
  return (
    <Section title={t().customers.spend}>
      <LoadedContent state={state}>
        {({ currency, rows: [row] }) => (
          <>
            <p class="muted">{fill(t().customers.spendExplained, { currency })}</p>
            <Facts
              facts={SPEND.map((name) => {
                const value = row?.[name];
                if (typeof value !== 'number') return [name, undefined];
                return [
                  name,
                  name === 'orders' ? number(value) : <Amount key={name} value={value} currency={currency} />,
                ];
              })}
            />
          </>
        )}
      </LoadedContent>
    </Section>
  );
};

const OrdersOf = ({ id }: Readonly<{ id: string }>) => {
  const state = useResource('/api/orders', { query: { user_id: id, limit: MAX_SHOWN } });
  return (
    <LoadedList
      title={t().navigation.orders}
      state={state}
      keyOf={(order) => order.id}
      empty={t().users.noOrders}
      actions={<ButtonLink label={t().common.all} href={`${BASE}/orders?user_id=${id}`} />}
      columns={orderColumns({ hasBuyer: false })}
    />
  );
};

const SubscriptionsOf = ({ user }: Readonly<{ user: Schemas['User'] }>) => {
  const { id } = user;
  const state = useResource('/api/subscriptions', { query: { user_id: id, limit: MAX_SHOWN } });
  return (
    <LoadedList
      title={t().navigation.subscriptions}
      state={state}
      keyOf={(subscription) => subscription.id}
      empty={t().subscriptions.empty}
      actions={<NewSubscription customer={user} />}
      columns={[
        {
          name: 'id',
          heading: fieldLabel('plan_id'),
          cell: ({ id: subscription, plan_id: plan }) => (
            <a href={`${BASE}/subscriptions/${subscription}`}>
              <Name id={plan} />
            </a>
          ),
          place: 'title',
        },
        { name: 'status', cell: ({ status }) => <Badge value={status} />, place: 'end' },
        { name: 'at_period_end', cell: nextText, place: 'detail' },
      ]}
    />
  );
};
