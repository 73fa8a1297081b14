import { ROLES, USER_STATUSES } from '#core/access/role.ts';
import type { Address } from '#core/shared/address.ts';
import { createdFilters, describeList, type FilterOf, idsFilter, newestFirst } from '#core/shared/list.ts';
import { type ResourceView, versionView } from '#core/shared/resource.ts';
import { MAX_USER_TAG_LENGTH, MAX_USER_TAGS } from './annotations.ts';
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

/** A user as the staff sees it. */
export type StaffUserView = UserView & Pick<User, 'tags' | 'note'>;

export const staffUserView = (user: User): StaffUserView => ({ ...userView(user), tags: user.tags, note: user.note });

/** Who sees a user: the staff, or somebody else, who is mostly the user. */
export type UserVisibility = 'staff' | 'own';

export const USER_VIEWS: Readonly<Record<UserVisibility, (user: User) => UserView>> = {
  staff: staffUserView,
  own: userView,
};

/** A user has several tags; a filter looks for one of them. */
type Listed = UserView & Readonly<{ tag: string }>;

export const userList = describeList<Listed>()({
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
    tag: {
      kind: 'any_of',
      field: 'tag',
      documentsSingle: true,
      format: { type: 'label', maxLength: MAX_USER_TAG_LENGTH },
      maxItems: MAX_USER_TAGS,
      description: 'Users with this tag, for the staff; repeat it for any of several. Case makes no difference.',
      example: 'VIP',
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
