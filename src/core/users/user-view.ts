import { ROLES, USER_STATUSES } from '#core/access/role.ts';
import type { Address } from '#core/shared/address.ts';
import { createdFilters, describeList, type FilterOf, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import { CONSENT_PURPOSES, type Consents } from './consents.ts';
import type { User } from './user.ts';

/** A user as the API shows it. */
export type UserView = ResourceView<User, 'user'> &
  Readonly<{
    email: string;
    email_verified: boolean;
    pending_email: string | null;
    name: string | null;
    phone: string | null;
    addresses: readonly Address[];
    metadata: Readonly<Record<string, string>>;
    role: User['role'];
    permissions: User['permissions'];
    status: User['status'];
    trusted: boolean;
    tax_id: string | null;
    tax_id_confirmed: boolean;
    tax_id_confirmed_at: string | null;
    tax_id_confirmed_by: User['id'] | null;
    consents: Consents;
    invited_at: string | null;
  }>;

export const userView = (user: User): UserView => ({
  id: user.id,
  object: 'user',
  email: user.email,
  email_verified: user.emailVerifiedAt !== null,
  pending_email: user.pendingEmail,
  name: user.name,
  phone: user.phone,
  addresses: user.addresses,
  metadata: user.metadata,
  role: user.role,
  permissions: user.permissions,
  status: user.status,
  trusted: user.trusted,
  tax_id: user.taxId,
  tax_id_confirmed: user.taxIdConfirmedAt !== null,
  tax_id_confirmed_at: user.taxIdConfirmedAt?.toISOString() ?? null,
  tax_id_confirmed_by: user.taxIdConfirmedBy,
  consents: user.consents,
  invited_at: user.invitedAt?.toISOString() ?? null,
  ...versionView(user),
});

export const userList = describeList<UserView>()({
  filters: {
    q: {
      kind: 'search',
      fields: ['name', 'email'],
      maxLength: 100,
      description:
        'Users whose name or e-mail address contains every one of these words; a word of one or two characters has to ' +
        'be the beginning of a word. Also users with these words in the name or company of an address, or with this postal ' +
        'code or phone number, with or without the code of its country.',
    },
    role: {
      kind: 'any_of',
      field: 'role',
      documentsSingle: true,
      format: { type: 'choice', values: ROLES },
      maxItems: ROLES.length,
      description: 'Users with this role; repeat the parameter for any of several.',
      example: 'customer',
    },
    status: {
      kind: 'equals',
      field: 'status',
      format: { type: 'choice', values: USER_STATUSES },
      description: 'Users with this status.',
      example: 'active',
    },
    email: {
      kind: 'same_email',
      field: 'email',
      description: 'The user with this e-mail address, in any case.',
      example: 'ada@example.com',
    },
    consent: {
      kind: 'granted',
      field: 'consents',
      format: { type: 'choice', values: CONSENT_PURPOSES },
      description: 'Users who agree to be told this now.',
      example: 'email_marketing',
    },
    invited_from: {
      kind: 'from',
      field: 'invited_at',
      description: 'Users who were invited at this time or later and have not set a password yet.',
    },
    invited_to: {
      kind: 'to',
      field: 'invited_at',
      description: 'Users who were invited until this time and have not set a password yet.',
    },
    ...idsFilter('Users', 'usr'),
    ...createdFilters('Users'),
  },
  ...newestFirst,
});

export type UserFilter = FilterOf<typeof userList>;
