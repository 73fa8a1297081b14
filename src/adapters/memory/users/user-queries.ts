import { labelKey } from '#core/catalog/names.ts';
import { Found } from '#core/shared/page.ts';
import type { UserQueries } from '#core/users/ports.ts';
import type { User } from '#core/users/user.ts';
import { USER_VIEWS, userList } from '#core/users/user-view.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';

export const makeUserQueries = ({ users }: MemoryStore): UserQueries => ({
  find: async (id, visibility = 'own') => Found.of(USER_VIEWS[visibility], users.get(id)),

  async list({ ownerId, filter: { tag, ...filter }, ...query }) {
    const keys = tag?.map(labelKey);
    const isTagged = ({ tags }: User): boolean => tags.map(labelKey).some((key) => keys?.includes(key));
    const visible = users.filter(
      (user) => (ownerId === undefined || user.id === ownerId) && (keys === undefined || isTagged(user)),
    );
    const view = USER_VIEWS[ownerId === undefined ? 'staff' : 'own'];
    return listPage(userList, visible.map(view), { ...query, filter });
  },
});
