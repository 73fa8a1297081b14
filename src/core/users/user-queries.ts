import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { UserId } from './user.ts';
import type { userList } from './user-list.ts';
import type { UserView } from './user-view.ts';

export type UserListQuery = ListQuery<typeof userList> &
  Readonly<{
    /** Only this user, whatever the filters are. */
    ownerId?: UserId | undefined;
  }>;

/** Reads of users. */
export interface UserQueries {
  find(id: UserId): Promise<Found<UserView> | undefined>;
  /** The newest first. */
  list(query: UserListQuery): Promise<Page<UserView>>;
}
