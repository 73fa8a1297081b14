import type { AccessQueries } from '#core/access/access-queries.ts';
import type { ApiKeyId } from '#core/access/api-key.ts';
import { type ApiKeyView, apiKeyView } from '#core/access/api-key-view.ts';
import { Json, type Page, type PageRequest } from '#core/shared/page.ts';
import type { User } from '#core/users/user.ts';
import { userView } from '#core/users/user-view.ts';
import { pageOf } from './page.ts';
import type { MemoryStore } from './store.ts';

export class MemoryAccessQueries implements AccessQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async findKey(id: ApiKeyId) {
    const key = this.#store.apiKeys.get(id);
    return key && { view: Json.of(apiKeyView(key)), version: key.version };
  }

  async listKeys(page: PageRequest): Promise<Page<ApiKeyView>> {
    const order = { value: (key: { createdAt: Date }) => key.createdAt.getTime(), descending: true };
    return pageOf([...this.#store.apiKeys.values()], order, page, apiKeyView);
  }

  async findUser(id: User['id']) {
    const user = this.#store.users.get(id);
    return user && { view: Json.of(userView(user)), version: user.version };
  }
}
