import { Json, type Page, type PageRequest } from '#core/shared/page.ts';
import { emailKey, type User, type UserId } from '#core/users/user.ts';
import type { UserFilter, UserQueries } from '#core/users/user-queries.ts';
import { searchTermsOf, searchTextOf } from '#core/users/user-search.ts';
import { type UserView, userView } from '#core/users/user-view.ts';
import { newestFirst, pageOf } from '../lists/page.ts';
import type { MemoryStore } from '../store/memory-store.ts';

export class MemoryUserQueries implements UserQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async find(id: UserId) {
    const user = this.#store.users.get(id);
    return user && { view: Json.of(userView(user)), version: user.version };
  }

  async list(filter: UserFilter, page: PageRequest): Promise<Page<UserView>> {
    const matching = [...this.#store.users.values()].filter((user) => matches(user, filter));
    return pageOf(matching, newestFirst, page, userView);
  }
}

const matches = (user: User, { id, q, role, status, emailKey: key, createdFrom, createdTo }: UserFilter): boolean => {
  const text = searchTextOf(user);
  return (
    (id === undefined || user.id === id) &&
    (q === undefined || searchTermsOf(q).every((term) => text.includes(term))) &&
    (role === undefined || user.role === role) &&
    (status === undefined || user.status === status) &&
    (key === undefined || emailKey(user.email) === key) &&
    (createdFrom === undefined || user.createdAt >= createdFrom) &&
    (createdTo === undefined || user.createdAt <= createdTo)
  );
};
