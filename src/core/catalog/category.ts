import type { Id } from '#core/shared/id.ts';

export type CategoryId = Id<'cat'>;

/** A label that groups products. */
export type Category = Readonly<{
  id: CategoryId;
  version: number;
  /** The label: 1 to 100 characters, unique. */
  name: string;
  /** The label as a URL segment, unique. */
  slug: string;
  parentId: CategoryId | null;
  createdAt: Date;
  updatedAt: Date;
}>;

export const Category = {
  create: ({ id, name, at }: { id: CategoryId; name: string; at: Date }): Category => ({
    id,
    version: 1,
    name,
    slug: slugOf(name),
    parentId: null,
    createdAt: at,
    updatedAt: at,
  }),

  /** The category with a unique slug, for when its own is taken. */
  withOwnSlug: (category: Category): Category => ({
    ...category,
    slug: `${category.slug}-${category.id.slice(-8)}`,
  }),
};

const slugOf = (name: string): string => {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'category';
};
