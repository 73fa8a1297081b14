import { describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import type { CategoryView } from './category-view.ts';

/** The filters of the category list. */
export const categoryList = describeList<CategoryView>()({ filters: idsFilter('Categories', 'cat'), ...newestFirst });
