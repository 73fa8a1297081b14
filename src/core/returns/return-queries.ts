import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { Return, ReturnId } from './return.ts';
import type { ReturnView, returnList } from './return-view.ts';

export type ReturnListQuery = ListQuery<typeof returnList> &
  Readonly<{
    /** Only returns of this user's orders, whatever the filters are. */
    ownerId?: Id<'usr'> | undefined;
  }>;

/** Reads of returns. Each result is consistent, and includes every commit before the call. */
export interface ReturnQueries {
  find(id: ReturnId): Promise<(Found<ReturnView> & Pick<Return, 'userId' | 'orderId'>) | undefined>;
  /** The newest first. */
  list(query: ReturnListQuery): Promise<Page<ReturnView>>;
}
