import type { Id } from '#core/shared/id.ts';
import { newResource, type Resource } from '#core/shared/resource.ts';
import { extendedSlug, slugOf } from './slug.ts';

export type CategoryId = Id<'cat'>;

/** A label that groups products. */
export type Category = Resource<'cat'> &
  Readonly<{
    /** The label: 1 to 100 characters, unique. */
    name: string;
    /** The label as a URL segment, unique. */
    slug: string;
    parentId: CategoryId | null;
  }>;

export const Category = {
  create: ({ id, name, at }: { id: CategoryId; name: string; at: Date }): Category => ({
    ...newResource(id, at),
    name,
    slug: slugOf(name, 'category'),
    parentId: null,
  }),

  /** The category with a unique slug, for when its own is taken. */
  withUniqueSlug: (category: Category): Category => ({
    ...category,
    slug: extendedSlug(category.slug, category.id),
  }),
};
