import type { Id } from '#core/shared/id.ts';
import type { Json, Page, PageRequest } from '#core/shared/page.ts';
import type { UserView } from '#core/users/user-view.ts';
import type { ApiKeyId } from './api-key.ts';
import type { ApiKeyView } from './api-key-view.ts';

/** Reads of keys and their users. */
export interface AccessQueries {
  findKey(id: ApiKeyId): Promise<{ view: Json<ApiKeyView>; version: number } | undefined>;
  /** The newest first. */
  listKeys(page: PageRequest): Promise<Page<ApiKeyView>>;
  findUser(id: Id<'usr'>): Promise<{ view: Json<UserView>; version: number } | undefined>;
}
