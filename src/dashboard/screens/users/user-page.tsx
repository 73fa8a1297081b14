import type { ComponentChildren } from 'preact';
import { type Loaded, request, type Schemas } from '../../api/request.ts';
import type { Scope } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useRoute } from '../../app/use-route.ts';
import { ActionButton } from '../../form/action-button.tsx';
import type { Field } from '../../form/field.ts';
import { ResourceForm } from '../../form/resource-form.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { Badge, Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { t, valueLabel } from '../../text/text.ts';
import { eraseAction } from './erase-user.tsx';
import { stateOf } from './user-fields.ts';

type User = Schemas['User'];

const load = (id: string, signal?: AbortSignal): Promise<Loaded<User>> =>
  request('get', '/api/users/{id}', { params: { id }, signal });

type Props = Readonly<{
  id: string;
  /** The list that the user is in. */
  parent: Readonly<{ href: string; label: string }>;
  fields: readonly Field[];
  /** What changing such a user needs. */
  scope: Scope;
  /** Beside the title. */
  actions?: (user: User) => ComponentChildren;
  /** What precedes the profile. */
  news?: (user: User) => ComponentChildren;
  /** What follows the profile. */
  sections: (user: User, reload: () => void) => ComponentChildren;
}>;

/** A user: the profile, the export and the erasure. */
export const UserPage = ({ id, parent, fields, scope, actions, news, sections }: Props) => {
  const route = useRoute();
  const state = useLoaded(id, (signal) => load(id, signal));
  return (
    <ResourcePage
      state={state}
      parent={parent}
      title={({ data }) => (
        <>
          {data.name ?? data.email} <Badge value={stateOf(data)} />
        </>
      )}
      actions={({ data }) => (
        <>
          {actions?.(data)}
          <ButtonLink label={t().users.export} href={`/api/users/${id}/export`} download={`${id}.json`} />
          <ActionButton action={eraseAction(data)} onDone={() => route(parent.href)} />
        </>
      )}
    >
      {(loaded) => (
        <>
          <Overview user={loaded.data} />
          {news?.(loaded.data)}
          <ResourceForm
            key={loaded.etag}
            draft={id}
            fields={fields}
            loaded={loaded}
            scope={scope}
            reload={() => load(id)}
            save={(body, { ifMatch, idempotencyKey }) =>
              request('patch', '/api/users/{id}', { params: { id }, body, ifMatch, idempotencyKey })
            }
            onSaved={state.reload}
          />
          {sections(loaded.data, state.reload)}
        </>
      )}
    </ResourcePage>
  );
};

const Overview = ({ user }: Readonly<{ user: User }>) => (
  <Section title={t().common.overview}>
    <Facts
      facts={[
        ['role', <Badge key="role" value={user.role} />],
        ['email_verified', valueLabel(String(user.email_verified))],
        ['pending_email', user.pending_email],
        ['created_at', <Time key="created" at={user.created_at} />],
        ['id', <CopiedId key="id" id={user.id} />],
      ]}
    />
  </Section>
);
