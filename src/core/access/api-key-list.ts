import { describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import type { ApiKeyView } from './api-key-view.ts';

/** The filters of the list of API keys. */
export const apiKeyList = describeList<ApiKeyView>()({ filters: idsFilter('API keys', 'key'), ...newestFirst });
