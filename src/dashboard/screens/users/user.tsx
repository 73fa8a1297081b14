import { useLocation } from 'preact-iso';
import { type Loaded, request, type Schemas } from '../../api/request.ts';
import type { ScreenProps } from '../../app/base.ts';
import { BASE } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import type { Field } from '../../form/field.ts';
import { ResourceForm } from '../../form/resource-form.tsx';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { Amount, Badge, Code, Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { fieldLabel, t, valueLabel } from '../../text/text.ts';

type User = Schemas['User'];

/** How many rows of each list stand on the page; the lists themselves have the rest. */
const SHOWN = 10;

const load = (id: string, signal?: AbortSignal): Promise<Loaded<User>> =>
  request('get', '/api/users/{id}', { params: { id }, ...(signal === undefined ? {} : { signal }) });

const fieldsOf = (isCustomer: boolean): readonly Field[] => [
  { name: 'email', kind: 'email', isRequired: true },
  { name: 'name', kind: 'text' },
  { name: 'phone', kind: 'text' },
  ...(isCustomer ? [] : accessFields()),
  { name: 'metadata', kind: 'map' },
];

const accessFields = (): readonly Field[] => [
  { name: 'role', kind: 'choice', values: ['owner', 'admin', 'staff', 'analyst', 'customer'], isRequired: true },
  { name: 'status', kind: 'choice', values: ['active', 'disabled'], isRequired: true },
  {
    name: 'permissions',
    kind: 'choices',
    values: Object.keys(t().scopes),
    labels: Object.fromEntries(Object.entries(t().scopes).map(([scope, text]) => [scope, `${scope} – ${text}`])),
  },
];

const erase = ({ id, email, role }: User): Action => ({
  label: t().users.erase,
  scope: role === 'customer' ? 'customers:write' : 'users:write',
  isDanger: true,
  explanation: (
    <>
      <strong>{email}</strong>: {t().users.eraseExplained}
    </>
  ),
  run: (_body, idempotencyKey) => request('delete', '/api/users/{id}', { params: { id }, idempotencyKey }),
  done: t().users.erased,
});

/** A customer, or with `isColleague` somebody of the team. */
const UserPage = ({ id, isColleague }: Readonly<{ id: string; isColleague: boolean }>) => {
  const { route } = useLocation();
  const state = useLoaded(id, (signal) => load(id, signal));
  const parent = isColleague
    ? { href: `${BASE}/team`, label: t().navigation.team }
    : { href: `${BASE}/customers`, label: t().navigation.customers };
  return (
    <ResourcePage
      state={state}
      parent={parent}
      title={({ data }) => (
        <>
          {data.name ?? data.email} <Badge value={data.status} />
        </>
      )}
      actions={({ data }) => (
        <>
          <a class="button" href={`/api/users/${id}/export`} download={`${id}.json`}>
            {t().users.export}
          </a>
          <ActionButton action={erase(data)} onDone={() => route(parent.href)} />
        </>
      )}
    >
      {(loaded) => (
        <>
          <Overview user={loaded.data} />
          <ResourceForm
            key={loaded.etag}
            draft={id}
            fields={fieldsOf(!isColleague)}
            loaded={loaded}
            submitLabel={t().common.save}
            reload={() => load(id)}
            save={(body, { ifMatch, idempotencyKey }) =>
              request('patch', '/api/users/{id}', { params: { id }, body, ifMatch, idempotencyKey })
            }
            onSaved={state.reload}
          />
          {!isColleague && holds('orders:read') && <OrdersOf id={id} />}
          {!isColleague && holds('subscriptions:read') && <SubscriptionsOf id={id} />}
          {isColleague && <PermissionsOf id={id} />}
          {isColleague && holds('users:write') && <SessionsOf id={id} />}
        </>
      )}
    </ResourcePage>
  );
};

export const CustomerScreen = ({ id = '' }: ScreenProps) => <UserPage id={id} isColleague={false} />;

export const ColleagueScreen = ({ id = '' }: ScreenProps) => <UserPage id={id} isColleague />;

const Overview = ({ user }: Readonly<{ user: User }>) => (
  <Section title={t().products.overview}>
    <Facts
      facts={[
        ['role', <Badge key="role" value={user.role} />],
        ['email_verified', valueLabel(String(user.email_verified))],
        ['pending_email', user.pending_email],
        ['created_at', <Time key="created" at={user.created_at} />],
        ['id', <Code key="id">{user.id}</Code>],
      ]}
    />
    {user.addresses.length > 0 && (
      <ul class="addresses">
        {user.addresses.map((address) => (
          <li key={JSON.stringify(address)}>
            {[
              address.name,
              address.line1,
              address.line2,
              `${address.postal_code ?? ''} ${address.city ?? ''}`,
              address.country,
            ]
              .filter((line) => line?.trim())
              .join(', ')}
          </li>
        ))}
      </ul>
    )}
  </Section>
);

const OrdersOf = ({ id }: Readonly<{ id: string }>) => {
  const state = useLoaded(id, async (signal) => {
    return (await request('get', '/api/orders', { query: { user_id: id, limit: SHOWN }, signal })).data;
  });
  return (
    <LoadedList
      title={t().navigation.orders}
      state={state}
      keyOf={(order) => order.id}
      empty={t().users.noOrders}
      actions={
        <a class="button" href={`${BASE}/orders?user_id=${id}`}>
          {t().common.all}
        </a>
      }
      columns={[
        {
          heading: fieldLabel('number'),
          cell: ({ number, id: order }) => <a href={`${BASE}/orders/${order}`}>{number}</a>,
        },
        { heading: fieldLabel('created_at'), cell: (order) => <Time at={order.created_at} /> },
        { heading: fieldLabel('payment_status'), cell: (order) => <Badge value={order.payment_status} /> },
        { heading: fieldLabel('fulfillment_status'), cell: (order) => <Badge value={order.fulfillment_status} /> },
        {
          heading: fieldLabel('total'),
          cell: ({ total, currency }) => <Amount value={total} currency={currency} />,
          isNumeric: true,
        },
      ]}
    />
  );
};

const SubscriptionsOf = ({ id }: Readonly<{ id: string }>) => {
  const state = useLoaded(id, async (signal) => {
    return (await request('get', '/api/subscriptions', { query: { user_id: id, limit: SHOWN }, signal })).data;
  });
  return (
    <LoadedList
      title={t().navigation.subscriptions}
      state={state}
      keyOf={(subscription) => subscription.id}
      empty={t().subscriptions.empty}
      columns={[
        {
          heading: fieldLabel('id'),
          cell: ({ id: subscription }) => <a href={`${BASE}/subscriptions/${subscription}`}>{subscription}</a>,
        },
        { heading: fieldLabel('status'), cell: ({ status }) => <Badge value={status} /> },
        { heading: fieldLabel('current_period_end'), cell: (one) => <Time at={one.current_period_end} /> },
      ]}
    />
  );
};

const endSessions = (id: string): Action => ({
  label: t().users.endSessions,
  scope: 'users:write',
  isDanger: true,
  explanation: t().users.endSessionsExplained,
  run: (_body, idempotencyKey) => request('delete', '/api/users/{id}/sessions', { params: { id }, idempotencyKey }),
  done: t().users.sessionsEnded,
});

const SessionsOf = ({ id }: Readonly<{ id: string }>) => {
  const state = useLoaded(id, async (signal) => {
    return (await request('get', '/api/users/{id}/sessions', { params: { id }, signal })).data;
  });
  return (
    <LoadedList
      title={t().users.sessions}
      state={state}
      keyOf={(session) => session.id}
      empty={t().users.noSessions}
      actions={<ActionButton action={endSessions(id)} onDone={state.reload} />}
      columns={[
        { heading: fieldLabel('user_agent'), cell: (session) => session.user_agent },
        { heading: fieldLabel('ip'), cell: ({ ip }) => ip },
        { heading: fieldLabel('created_at'), cell: (session) => <Time at={session.created_at} /> },
      ]}
    />
  );
};

/** What a colleague may do, and why. */
const PermissionsOf = ({ id }: Readonly<{ id: string }>) => {
  const { data } = useLoaded(id, async (signal) => {
    return (await request('get', '/api/users/{id}/permissions', { params: { id }, signal })).data;
  });
  return (
    <Section title={t().users.permissions}>
      <ul class="timeline">
        {data?.scopes.map(({ scope, because }) => (
          <li key={scope}>
            <Code>{scope}</Code> <span class="muted">{because.join(', ')}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
};
