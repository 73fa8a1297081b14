import type { Schemas } from '../../api/request.ts';
import type { Field } from '../../form/field.ts';
import { t } from '../../text/text.ts';

/** The roles of colleagues, the least powerful first. */
export const TEAM_ROLES = ['analyst', 'staff', 'admin', 'owner'] as const;

/** Whether somebody was invited and has not set a password yet. */
export const isInvited = ({ status, invited_at: invitedAt }: Schemas['User']): boolean =>
  status === 'active' && invitedAt !== null;

/** The status of a user, or that the invitation has not been accepted yet. */
export const stateOf = (user: Schemas['User']): string => (isInvited(user) ? 'invited' : user.status);

/** A role, with what it may do. */
export const roleField = (values: readonly string[]): Field => ({
  name: 'role',
  kind: 'radio',
  values,
  explanations: t().users.roles,
});

/** What every user has. */
export const profileFields = (): readonly Field[] => [
  { name: 'email', kind: 'email', isRequired: true },
  { name: 'name', kind: 'text' },
  { name: 'phone', kind: 'text' },
  { name: 'metadata', kind: 'map' },
];
