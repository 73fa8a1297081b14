import Joi from 'joi';
import { MAX_CATEGORY_DEPTH } from '#core/catalog/category-tree.ts';
import { MAX_QUANTITY } from '#core/catalog/product.ts';
import { IGNORED_FIELDS } from '#core/catalog/product-columns.ts';
import { MAX_IMAGES } from '#core/catalog/product-fields.ts';
import { type FileRow, importErrorOf, type RowFields } from '#core/imports/import-row.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import { writtenMedium } from '../catalog/product-field-schemas.ts';
import { productPatch } from '../catalog/schemas.ts';
import { rejectCardNumbers } from '../request/card-numbers.ts';
import { bodyErrors } from '../request/validation.ts';
import { HttpError } from '../responses/problem.ts';
import { amount, currency, idOf, integer, label, stringMapPatch } from '../schemas/fields.ts';

/** A row of an import: a merge patch of the product that `id` or `sku` names. */
const rowSchema: Joi.ObjectSchema = (productPatch as Joi.ObjectSchema).keys({
  id: idOf('prod').allow(null).description('The id of an existing product.'),
  // the core requires them of new products
  name: productPatch.extract('name').allow(null),
  price: productPatch.extract('price').allow(null),
  // an empty cell removes an option; the core limits those that are left
  options: stringMapPatch(),
  image_sources: Joi.array()
    .items(
      Joi.string()
        .uri({ scheme: ['http', 'https'] })
        .max(2048),
    )
    .max(MAX_IMAGES),
  image_alts: Joi.object().pattern(Joi.string().max(2048), writtenMedium.extract('alt')).max(MAX_IMAGES).allow(null),
  parent_sku: productPatch.extract('sku').description('The SKU of the parent of a variant.'),
  prices: Joi.object().pattern(currency(), amount().allow(null)),
  parent_slug: productPatch
    .extract('slug')
    .description('The slug of the parent of a variant, if `parent_id` is not known.'),
  category_path: Joi.array().items(label(100)).min(1).max(MAX_CATEGORY_DEPTH).allow(null),
  stock_delta: integer(-MAX_QUANTITY)
    .max(MAX_QUANTITY)
    .allow(null)
    .description('What is added to the stock; negative to reduce it. Not together with `stock`.')
    .example(-2),
});

/** What a parser found in a row: its fields, and the errors that it noticed. */
type ParsedRow = Readonly<{ line: number; text: string; fields: object; errors: readonly FieldError[] }>;

/** Validates a row as the API validates a product. */
export const toImportRow = ({ line, text, fields, errors }: ParsedRow): FileRow => {
  const known = Object.fromEntries(Object.entries(fields).filter(([name]) => !IGNORED_FIELDS.has(name)));
  const found = errors.length > 0 ? errors : rowErrors(known);
  return found.length > 0
    ? { kind: 'invalid', text, error: importErrorOf(line, invalid(found)) }
    : { kind: 'row', line, text, fields: known as RowFields };
};

const rowErrors = (row: Readonly<Record<string, unknown>>): readonly FieldError[] => {
  const errors = bodyErrors(rowSchema, row, { reportsAll: true });
  return errors.length > 0 ? errors : cardNumberErrors(row['metadata']);
};

/** As in bodies of the API, metadata are searched for card numbers. */
export const cardNumberErrors = (metadata: unknown): readonly FieldError[] => {
  if (metadata === undefined || metadata === null) return [];
  try {
    rejectCardNumbers(metadata);
    return [];
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { errors = [] } = error.extra;
    return errors.map(({ code, message }) => ({ path: ['metadata'], code, message }));
  }
};
