import type { Schemas } from '../../api/request.ts';
import { ActionButton, ActionButtons } from '../../form/action-button.tsx';
import { type Crud, changeAction, createAction, removeAction } from '../../form/crud.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import type { Column } from '../../parts/column.tsx';
import { Time } from '../../parts/parts.tsx';
import { t } from '../../text/text.ts';
import { ImportLink } from '../imports/import-link.tsx';

type Redirect = Schemas['Redirect'];

const COLUMNS: readonly Column<Redirect>[] = [
  { name: 'path', cell: ({ path }) => path, place: 'title' },
  { name: 'target', cell: ({ target }) => target, place: 'detail' },
  { name: 'location', cell: ({ location }) => location, isOptional: true },
  { name: 'created_at', cell: (redirect) => <Time at={redirect.created_at} /> },
];

const CRUD: Crud = {
  path: '/api/redirects',
  scope: 'redirects:write',
  fields: () => [
    { name: 'path', kind: 'text', isRequired: true, hint: t().redirects.pathHint },
    { name: 'target', kind: 'text', isRequired: true, hint: t().redirects.targetHint },
  ],
};

export const Redirects = () => (
  <ResourceList
    path="/api/redirects"
    title={t().navigation.redirects}
    columns={COLUMNS}
    icon="redirects"
    empty={t().redirects.empty}
    actions={(reload) => (
      <>
        <ImportLink of="redirects" />
        <ActionButton action={createAction(CRUD, { label: t().redirects.add })} onDone={reload} />
      </>
    )}
    rowActions={(redirect, reload) => (
      <ActionButtons
        actions={[changeAction(CRUD, redirect), removeAction(CRUD, redirect, t().redirects.deleteExplained)]}
        onDone={reload}
      />
    )}
  />
);
