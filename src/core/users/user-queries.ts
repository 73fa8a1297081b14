import type { Role } from '#core/access/role.ts';
import type { UserStatus } from '#core/access/user-status.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { UserId } from './user.ts';
import type { UserView } from './user-view.ts';

/** A person has to match all that is given. */
export type UserFilter = Readonly<{
  id?: UserId | undefined;
  /** Words of the name or e-mail (`user-search.ts`). */
  q?: string | undefined;
  role?: Role | undefined;
  status?: UserStatus | undefined;
  /** An e-mail's key, which folds case. */
  emailKey?: string | undefined;
  /** Bounds, both included. */
  createdFrom?: Date | undefined;
  createdTo?: Date | undefined;
}>;

/** Reads of people. */
export interface UserQueries {
  find(id: UserId): Promise<{ view: Json<UserView>; version: number } | undefined>;
  /** The newest first. */
  list(filter: UserFilter, page: PageRequest): Promise<Page<UserView>>;
}
