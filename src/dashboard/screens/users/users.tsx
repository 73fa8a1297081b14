import type { Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { ActionButton } from '../../form/action-button.tsx';
import { type Crud, createAction } from '../../form/crud.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import type { Column } from '../../parts/column.tsx';
import { Badge, Code, Time } from '../../parts/parts.tsx';
import { t } from '../../text/text.ts';
import { ImportLink } from '../imports/import-link.tsx';
import { profileFields, stateOf, TEAM_ROLES } from './user-fields.ts';

type User = Schemas['User'];

const COLUMNS: readonly Column<User>[] = [
  { name: 'email', cell: ({ email }) => email },
  { name: 'name', cell: ({ name }) => name },
  { name: 'role', cell: ({ role }) => <Badge value={role} /> },
  { name: 'status', cell: (user) => <Badge value={stateOf(user)} />, text: stateOf },
  { name: 'phone', cell: ({ phone }) => phone, isOptional: true },
  { name: 'invited_at', cell: (user) => <Time at={user.invited_at} />, isOptional: true },
  { name: 'created_at', cell: (user) => <Time at={user.created_at} /> },
  { name: 'id', cell: ({ id }) => <Code>{id}</Code>, isOptional: true },
];

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
    { name: 'role', kind: 'choice', values: TEAM_ROLES, isRequired: true },
  ],
};

export const Customers = () => (
  <ResourceList
    path="/api/users"
    within={{ role: 'customer' }}
    title={t().navigation.customers}
    columns={COLUMNS.filter(({ name }) => name !== 'role')}
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
export const Team = () => (
  <ResourceList
    path="/api/users"
    name="team"
    within={{ role: TEAM_ROLES }}
    title={t().navigation.team}
    columns={COLUMNS}
    hrefOf={({ id }) => `${BASE}/team/${id}`}
    empty={t().users.noColleagues}
    actions={(reload) => (
      <ActionButton
        action={createAction(COLLEAGUES, { label: t().users.addColleague, initial: { role: 'staff' } })}
        onDone={reload}
      />
    )}
  />
);
