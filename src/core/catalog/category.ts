import type { Id } from '#core/shared/id.ts';
import { newResource, nextVersion, type Resource } from '#core/shared/resource.ts';
import { extendedSlug, slugOf, tidyLabel } from './names.ts';

export type CategoryId = Id<'cat'>;

/** A label that groups products, in a tree. */
export type Category = Resource<'cat'> &
  Readonly<{
    /** The label: 1 to 100 characters, tidy, unique among siblings by its key. */
    name: string;
    /** The first label as a URL segment, unique. */
    slug: string;
    /** Null at the top. */
    parentId: CategoryId | null;
    /** Siblings are sorted by it; of two at the same position, the older comes first. */
    position: number;
  }>;

/** A writer's fields; omitted ones have their defaults. */
export type CategoryFields = Readonly<{
  name: string;
  /** At the top if omitted. */
  parent_id?: CategoryId | null;
  /** Behind the siblings if omitted. */
  position?: number | null;
}>;

/** The greatest length of a name. */
export const MAX_CATEGORY_NAME = 100;

/** The largest position. */
export const MAX_POSITION = 2_147_483_647;

type Place = Pick<Category, 'parentId' | 'position'>;

const TOP: Place = { parentId: null, position: 0 };

export const Category = {
  create: ({ id, name, at }: { id: CategoryId; name: string; at: Date }, place = TOP): Category => ({
    ...newResource(id, at),
    name: tidyLabel(name),
    slug: slugOf(name, 'category'),
    ...place,
  }),

  /** Renames and moves a category. The slug stays, so that links to it do. */
  change: (category: Category, { name, ...place }: Pick<Category, 'name'> & Place, at: Date): Category =>
    nextVersion(category, { name: tidyLabel(name), ...place }, at),

  /** The fields as a writer would send them. */
  fieldsOf: ({ name, parentId, position }: Category): CategoryFields => ({ name, parent_id: parentId, position }),

  /** The category with a unique slug, for when its own is taken. */
  withUniqueSlug: (category: Category): Category => ({ ...category, slug: extendedSlug(category.slug, category.id) }),
};
