import type { ComponentChildren } from 'preact';
import type { Loaded } from '../../api/request.ts';
import type { Scope } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useRoute } from '../../app/use-route.ts';
import { ActionButton } from '../../form/action-button.tsx';
import type { FieldGroup } from '../../form/form-view.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { MoreMenu } from '../../parts/menu.tsx';
import { Badge, Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { t, valueLabel } from '../../text/text.ts';
import { eraseAction } from './erase-user.tsx';
import { stateOf } from './user-fields.ts';
import { loadUser, type User, UserForm } from './user-form.tsx';

type PageProps = Readonly<{
  id: string;
  /** The list that the user is in. */
  parent: Readonly<{ href: string; label: string }>;
  /** Beside the title. */
  actions?: (user: User) => ComponentChildren;
  children: (loaded: Loaded<User>, reload: () => void) => ComponentChildren;
}>;

/** A user with the export and the erasure. */
export const UserScreen = ({ id, parent, actions, children }: PageProps) => {
  const route = useRoute();
  const state = useLoaded(id, (signal) => loadUser(id, signal));
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
          <MoreMenu>
            <ButtonLink label={t().users.export} href={`/api/users/${id}/export`} download={`${id}.json`} />
            <ActionButton action={eraseAction(data)} onDone={() => route(parent.href)} />
          </MoreMenu>
        </>
      )}
    >
      {(loaded) => children(loaded, state.reload)}
    </ResourcePage>
  );
};

type Props = Pick<PageProps, 'id' | 'parent'> &
  Readonly<{
    /** The fields of the form, each group in a card. */
    groups: readonly FieldGroup[];
    /** What changing such a user needs. */
    scope: Scope;
    /** What follows the profile. */
    sections: (user: User, reload: () => void) => ComponentChildren;
  }>;

/** A user whose profile is a form on the page. */
export const UserPage = ({ groups, scope, sections, ...page }: Props) => (
  <UserScreen {...page}>
    {(loaded, reload) => (
      <>
        <Overview user={loaded.data} />
        <UserForm
          draft={page.id}
          loaded={loaded}
          fields={groups.flatMap(({ fields }) => fields)}
          groups={groups}
          scope={scope}
          onSaved={reload}
        />
        {sections(loaded.data, reload)}
      </>
    )}
  </UserScreen>
);

const Overview = ({ user }: Readonly<{ user: User }>) => (
  <Section title={t().common.overview}>
    <Facts
      facts={[
        ['role', <Badge key="role" value={user.role} />],
        ['email_verified', valueLabel(String(user.email_verified))],
        user.pending_email !== null && ['pending_email', user.pending_email],
        ['created_at', <Time key="created" at={user.created_at} />],
        ['id', <CopiedId key="id" id={user.id} />],
      ]}
    />
  </Section>
);
