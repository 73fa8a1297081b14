import { Found, type Page } from '#core/shared/page.ts';
import type { UserListQuery, UserQueries } from '#core/users/ports.ts';
import type { UserId } from '#core/users/user.ts';
import { type UserView, userList, userView } from '#core/users/user-view.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';

export class MemoryUserQueries implements UserQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async find(id: UserId) {
    return Found.of(userView, this.#store.users.get(id));
  }

  async list({ ownerId, ...query }: UserListQuery): Promise<Page<UserView>> {
    const users = [...this.#store.users.values()].filter(({ id }) => ownerId === undefined || id === ownerId);
    return listPage(userList, users.map(userView), query);
  }
}
