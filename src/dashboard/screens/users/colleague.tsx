import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/request.ts';
import { BASE, type ScreenProps } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { useResource } from '../../app/use-resource.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import type { Field } from '../../form/field.ts';
import { sendFields, sendFixed } from '../../form/send-action.ts';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { Code, Section, Time } from '../../parts/parts.tsx';
import { fieldLabel, t, valueLabel } from '../../text/text.ts';
import { Device } from '../device.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { isInvited, profileFields, roleField, TEAM_ROLES } from './user-fields.ts';
import { UserPage } from './user-page.tsx';

const accessFields = (): readonly Field[] => [
  roleField([...TEAM_ROLES, 'customer']),
  { name: 'status', kind: 'choice', values: ['active', 'disabled'], isRequired: true },
  {
    name: 'permissions',
    kind: 'tree',
    isUnfolded: true,
    values: Object.keys(t().scopes),
    labels: Object.fromEntries(Object.entries(t().scopes).map(([scope, text]) => [scope, `${scope} – ${text}`])),
  },
];

/** Somebody of the team: profile, permissions and sessions. */
export const ColleagueScreen = ({ id = '' }: ScreenProps) => (
  <UserPage
    id={id}
    scope="users:write"
    groups={[
      { title: t().customers.profile, fields: profileFields() },
      { title: t().users.access, fields: accessFields() },
    ]}
    parent={{ href: `${BASE}/team`, label: t().navigation.team }}
    sections={(user, reload) => (
      <>
        {isInvited(user) && <Invitation user={user} onChanged={reload} />}
        <PermissionsOf id={id} />
        {holds('users:write') && <SessionsOf id={id} />}
      </>
    )}
  />
);

const inviteAgain = ({ email, name, role, permissions }: Schemas['User']): Action => ({
  label: t().users.inviteAgain,
  scope: 'users:write',
  explanation: t().users.inviteAgainExplained,
  run: sendFields('post', '/api/users/invitations', {
    body: { email, name, role, permissions } as Schemas['InvitationInput'],
  }),
  done: (result) => ((result as Schemas['InvitedUser']).invitation_url ? '' : t().users.invitedAgain),
});

const Invitation = ({ user, onChanged }: Readonly<{ user: Schemas['User']; onChanged: () => void }>) => {
  const [link, setLink] = useState<string | null | undefined>();
  const invited = (result: unknown): void => {
    setLink((result as Schemas['InvitedUser']).invitation_url);
    onChanged();
  };
  return (
    <Section title={t().users.invitation} actions={<ActionButton action={inviteAgain(user)} onDone={invited} />}>
      <p>
        {t().users.invitedSince} <Time at={user.invited_at} />
      </p>
      <InvitationLink link={link} onClose={() => setLink(undefined)} />
    </Section>
  );
};

const endSessions = (id: string): Action => ({
  label: t().users.endSessions,
  scope: 'users:write',
  isDanger: true,
  explanation: t().users.endSessionsExplained,
  run: sendFixed('delete', '/api/users/{id}/sessions', { params: { id } }),
  done: t().users.sessionsEnded,
});

const SessionsOf = ({ id }: Readonly<{ id: string }>) => {
  const state = useResource('/api/users/{id}/sessions', { params: { id } });
  return (
    <LoadedList
      title={t().users.sessions}
      state={state}
      keyOf={(session) => session.id}
      empty={t().users.noSessions}
      actions={<ActionButton action={endSessions(id)} onDone={state.reload} />}
      columns={[
        { name: 'user_agent', cell: ({ user_agent: agent }) => <Device agent={agent} />, place: 'title' },
        { name: 'ip', cell: ({ ip }) => ip, place: 'detail' },
        { name: 'created_at', cell: (session) => <Time at={session.created_at} />, place: 'detail' },
      ]}
    />
  );
};

/** What a colleague may do, and why. */
const PermissionsOf = ({ id }: Readonly<{ id: string }>) => {
  const state = useResource('/api/users/{id}/permissions', { params: { id } });
  return (
    <Section title={t().users.permissions}>
      <LoadedContent state={state}>
        {({ scopes }) => (
          <ul class="facts">
            {scopes.map(({ scope, because }) => (
              <li key={scope}>
                <Code>{scope}</Code> <span class="muted">{because.map(reasonText).join(', ')}</span>
              </li>
            ))}
          </ul>
        )}
      </LoadedContent>
    </Section>
  );
};

/** Why a scope is held, which the API says in English: `role admin` or `permissions`, perhaps with `, by *`. */
const reasonText = (reason: string): string => {
  const match = /^(?:role (\w+)|permissions)(?:, by (.+))?$/.exec(reason);
  if (match === null) return reason;
  const [, role, wider] = match;
  const source = role === undefined ? fieldLabel('permissions') : `${fieldLabel('role')} ${valueLabel(role)}`;
  return wider === undefined ? source : `${source} (${wider})`;
};
