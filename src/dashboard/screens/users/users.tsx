import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { ActionButton } from '../../form/action-button.tsx';
import { type Crud, createAction } from '../../form/crud.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import type { Column } from '../../parts/column.tsx';
import { Badge, Time } from '../../parts/parts.tsx';
import { Person } from '../../parts/person.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { t } from '../../text/text.ts';
import { ImportLink } from '../imports/import-link.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { SpendFigure } from './spend.tsx';
import { profileFields, roleField, stateOf, TEAM_ROLES } from './user-fields.ts';

type User = Schemas['User'];

const person: Column<User> = {
  name: 'name',
  cell: ({ name, email }) => <Person lines={[name, email]} />,
  text: ({ name }) => name ?? '',
  place: 'title',
};

const OTHERS: readonly Column<User>[] = [
  { name: 'email', cell: ({ email }) => email, isOptional: true },
  { name: 'phone', cell: ({ phone }) => phone, isOptional: true },
  { name: 'tags', cell: ({ tags = [] }) => tags.join(', '), isOptional: true },
  { name: 'invited_at', cell: (user) => <Time at={user.invited_at} />, isOptional: true },
  { name: 'id', cell: ({ id }) => <CopiedId id={id} />, isOptional: true },
];

const status: Column<User> = {
  name: 'status',
  cell: (user) => <Badge value={stateOf(user)} />,
  text: stateOf,
  place: 'detail',
};

const created: Column<User> = {
  name: 'created_at',
  cell: (user) => <Time at={user.created_at} isRelative />,
  place: 'detail',
};

const CUSTOMER_COLUMNS: readonly Column<User>[] = [
  person,
  status,
  { name: 'orders', cell: ({ id }) => <SpendFigure id={id} figure="orders" />, isNumeric: true, isScreenOnly: true },
  {
    name: 'spend',
    cell: ({ id }) => <SpendFigure id={id} figure="net" />,
    isNumeric: true,
    isScreenOnly: true,
    place: 'end',
  },
  created,
  ...OTHERS,
];

const TEAM_COLUMNS: readonly Column<User>[] = [
  person,
  { name: 'role', cell: ({ role }) => <Badge value={role} />, place: 'end' },
  status,
  created,
  ...OTHERS,
];

const nameOf = ({ name, email }: User): string => name ?? email;

const CUSTOMERS: Crud = {
  path: '/api/users',
  scope: 'customers:write',
  fields: profileFields,
};

/** Colleagues are invited by mail, and set a password of their own. */
const COLLEAGUES: Crud = {
  path: '/api/users/invitations',
  scope: 'users:write',
  fields: () => [
    { name: 'email', kind: 'email', isRequired: true },
    { name: 'name', kind: 'text', isRequired: true },
    roleField(TEAM_ROLES),
  ],
};

export const Customers = () => (
  <ResourceList
    path="/api/users"
    within={{ role: 'customer' }}
    title={t().navigation.customers}
    columns={CUSTOMER_COLUMNS}
    nameOf={nameOf}
    icon="customers"
    hrefOf={({ id }) => `${BASE}/customers/${id}`}
    empty={t().users.noCustomers}
    actions={(reload) => (
      <>
        <ImportLink of="users" />
        <ActionButton action={createAction(CUSTOMERS, { label: t().users.addCustomer })} onDone={reload} />
      </>
    )}
  />
);

/** The users of the shop's own roles. */
export const Team = () => {
  const [link, setLink] = useState<string | null | undefined>();
  return (
    <>
      <ResourceList
        path="/api/users"
        name="team"
        within={{ role: TEAM_ROLES }}
        title={t().navigation.team}
        columns={TEAM_COLUMNS}
        nameOf={nameOf}
        icon="user"
        hrefOf={({ id }) => `${BASE}/team/${id}`}
        empty={t().users.noColleagues}
        actions={(reload) => (
          <ActionButton
            action={createAction(COLLEAGUES, { label: t().users.addColleague, initial: { role: 'staff' } })}
            onDone={(result) => {
              setLink((result as Schemas['InvitedUser']).invitation_url);
              reload();
            }}
          />
        )}
      />
      <InvitationLink link={link} onClose={() => setLink(undefined)} />
    </>
  );
};
