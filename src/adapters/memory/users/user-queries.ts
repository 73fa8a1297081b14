import { Found } from '#core/shared/page.ts';
import type { UserQueries } from '#core/users/ports.ts';
import { userList, userView } from '#core/users/user-view.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';

export const makeUserQueries = ({ users }: MemoryStore): UserQueries => ({
  find: async (id) => Found.of(userView, users.get(id)),

  async list({ ownerId, ...query }) {
    const visible = users.filter(({ id }) => ownerId === undefined || id === ownerId);
    return listPage(userList, visible.map(userView), query);
  },
});
