import { ROLES } from '#core/access/role.ts';
import { USER_STATUSES } from '#core/access/user-status.ts';
import { createdFilters, describeList, type FilterOf, idsFilter, newestFirst } from '#core/shared/list.ts';
import type { UserView } from './user-view.ts';

/** The filters of the user list. */
export const userList = describeList<UserView>()({
  filters: {
    q: {
      kind: 'search',
      fields: ['name', 'email'],
      maxLength: 100,
      description:
        'Users whose name or e-mail address contains every one of these words; a word of one or two characters has to ' +
        'be the beginning of a word.',
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
