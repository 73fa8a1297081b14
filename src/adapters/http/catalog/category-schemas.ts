import Joi from 'joi';
import { type CategoryFields, type CategoryId, MAX_POSITION } from '#core/catalog/category.ts';
import type { CategoryEventView, CategoryTreeView, CategoryView } from '#core/catalog/category-view.ts';
import type { WholeTreeView } from '#core/catalog/ports.ts';
import type { CategoryPatch } from '#core/catalog/use-cases/change-category.ts';
import { eventOf } from '../schemas/event.ts';
import { integer, label, pageOf, referenceTo } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const fields = {
  name: label(100)
    .description(
      'The label, unique among the categories with the same parent whatever its case. White space is trimmed and collapsed.',
    )
    .example('Shoes'),
  parent_id: referenceTo('cat').allow(null).description('The parent category; null at the top.'),
  position: integer(0)
    .max(MAX_POSITION)
    .allow(null)
    .description('Sorts the category among those with the same parent; behind them by default.')
    .example(0),
};

/** The body of POST and PUT. */
export const categoryInput = objectOf<CategoryFields>({ ...fields, name: fields.name.required() })
  .id('CategoryInput')
  .description('A category; omitted fields have their defaults.');

/** The body of PATCH. */
export const categoryPatch = objectOf<CategoryPatch>(fields)
  .id('CategoryPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay, and null resets a field to its default.');

export const deleteCategoryQuery = objectOf<Readonly<{ reassign_to?: CategoryId }>>({
  reassign_to: referenceTo('cat').description('The category that gets the products and child categories.'),
});

const eventFields = {
  slug: required(Joi.string(), 'The first name as a URL segment; unique.', 'shoes'),
  name: fields.name.required(),
  parent_id: fields.parent_id.required(),
  position: required(fields.position.disallow(null), 'Sorts the category among those with the same parent.'),
};

const counts = {
  product_count: required(integer(0), 'The number of its products that are visible to the caller.', 3),
  product_count_total: required(integer(0), 'The same with the products of all categories below it.', 12),
};

export const categorySchema = resourceSchema<CategoryView>('category', 'cat', { ...eventFields, ...counts })
  .id('Category')
  .description('A category of products.');

export const categoryPage = pageOf('CategoryList', categorySchema);

const treeNode = resourceSchema<CategoryTreeView>('category', 'cat', {
  ...eventFields,
  ...counts,
  children: required(
    Joi.array().items(Joi.link('#CategoryTreeNode')),
    'The categories with this parent, in their order.',
  ),
})
  .id('CategoryTreeNode')
  .description('A category with those below it.');

export const categoryTree = objectOf<WholeTreeView>({
  object: required(Joi.string().valid('category_tree'), 'The type of the resource.'),
  data: required(Joi.array().items(treeNode), 'The categories at the top, in their order.'),
})
  .id('CategoryTree')
  .description('All categories.');

export const categoryEvent = eventOf(
  resourceSchema<CategoryEventView>('category', 'cat', eventFields)
    .id('CategoryWithoutCounts')
    .description('A category as its events show it.'),
)
  .id('CategoryEvent')
  .description('An event of a category.');
