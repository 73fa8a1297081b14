import { expect } from 'chai';
import fc from 'fast-check';
import type { Category } from '#core/catalog/category.ts';
import { CategoryTree, MAX_CATEGORIES, MAX_CATEGORY_DEPTH } from '#core/catalog/category-tree.ts';
import { labelKey } from '#core/catalog/names.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { aCategory } from '../../support/builders/builders.ts';

const treeOf = (categories: readonly Category[]): CategoryTree =>
  CategoryTree.of(categories.map((category) => ({ ...category, nameKey: labelKey(category.name) })));

/** A category below another. */
const under = (parent: Category | null, name: string, position = 0): Category => ({
  ...aCategory(name),
  parentId: parent?.id ?? null,
  position,
});

const errorOf = (action: () => unknown): unknown => {
  try {
    action();
  } catch (error) {
    return error instanceof DomainError ? { code: error.code, path: error.fieldErrors[0]?.path } : error;
  }
  return undefined;
};

const chain = (length: number): Category[] => {
  const categories: Category[] = [];
  for (let index = 0; index < length; index += 1) categories.push(under(categories.at(-1) ?? null, `${index}`));
  return categories;
};

describe('the category tree', () => {
  it('accepts the same name under different parents, and none twice under one', () => {
    const [men, women] = [under(null, 'Men'), under(null, 'Women')];
    const accessories = under(men, 'Accessories');
    const tree = treeOf([men, women, accessories]);
    expect(errorOf(() => CategoryTree.requirePlace(tree, under(women, 'Accessories')))).to.equal(undefined);
    expect(errorOf(() => CategoryTree.requirePlace(tree, under(men, ' ACCESSORIES')))).to.deep.equal({
      code: 'already_exists',
      path: ['name'],
    });
    expect(errorOf(() => CategoryTree.requirePlace(tree, accessories))).to.equal(undefined);
  });

  it('refuses a parent that does not exist', () => {
    const lost = under(aCategory('Elsewhere'), 'Lost');
    expect(errorOf(() => CategoryTree.requirePlace(treeOf([]), lost))).to.deep.equal({
      code: 'unknown_reference',
      path: ['parent_id'],
    });
  });

  it('has at most ten levels, whatever is moved', () => {
    const categories = chain(MAX_CATEGORY_DEPTH);
    const [top, last] = [categories[0], categories.at(-1)];
    const tree = treeOf(categories);
    const refused = { code: 'validation_failed', path: ['parent_id'] };
    expect(errorOf(() => CategoryTree.requirePlace(tree, under(last ?? null, 'too deep')))).to.deep.equal(refused);
    const other = under(null, 'Other');
    const moved = { ...(top as Category), parentId: other.id };
    expect(errorOf(() => CategoryTree.requirePlace(treeOf([...categories, other]), moved))).to.deep.equal(refused);
  });

  it('has at most ten thousand categories', () => {
    expect(errorOf(() => CategoryTree.requireSpace(MAX_CATEGORIES - 1, 'name'))).to.equal(undefined);
    expect(errorOf(() => CategoryTree.requireSpace(MAX_CATEGORIES, 'category'))).to.deep.equal({
      code: 'validation_failed',
      path: ['category'],
    });
  });

  it('puts a category behind its siblings', () => {
    const siblings = [under(null, 'a', 3), under(null, 'b', 7)];
    const tree = treeOf(siblings);
    expect(CategoryTree.lastPosition(tree, null)).to.equal(8);
    expect(CategoryTree.lastPosition(tree, null, siblings[1]?.id)).to.equal(4);
    expect(CategoryTree.lastPosition(tree, siblings[0]?.id ?? null)).to.equal(0);
  });

  it('accepts a move exactly where it makes no cycle', () => {
    const parents = fc.array(fc.nat(), { minLength: 2, maxLength: 9 });
    fc.assert(
      fc.property(parents, fc.nat(), fc.nat(), (above, from, to) => {
        const categories: Category[] = [];
        for (const [index, parent] of above.entries()) {
          categories.push(under(categories[parent % (index + 1)] ?? null, `${index}`));
        }
        const moved = categories[from % categories.length] as Category;
        const target = categories[to % categories.length] as Category;
        const byId = new Map(categories.map((category) => [category.id, category]));
        let isBelow = false;
        for (let at: Category | undefined = target; at !== undefined; at = byId.get(at.parentId ?? 'cat_')) {
          isBelow ||= at.id === moved.id;
        }
        const error = errorOf(() => CategoryTree.requirePlace(treeOf(categories), { ...moved, parentId: target.id }));
        expect(error !== undefined).to.equal(isBelow);
      }),
    );
  });
});
