import Joi from 'joi';
import type { ImportResource } from '#core/imports/import-resource.ts';
import { type FileRow, importErrorOf } from '#core/imports/import-row.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import { discountPatch } from '../pricing/discount-schemas.ts';
import { redirectInput } from '../redirects/schemas.ts';
import { bodyErrors } from '../request/validation.ts';
import { userInput } from '../users/schemas.ts';
import { cardNumberErrors } from './row-schema.ts';

/** What files have besides products. */
export type TableResource = Exclude<ImportResource, 'products'>;

const user: Joi.ObjectSchema = userInput;
const discount: Joi.ObjectSchema = discountPatch;

/** The rows of files, as the API validates bodies. */
const SCHEMAS: Readonly<Record<TableResource, Joi.ObjectSchema>> = {
  users: Joi.object(
    Object.fromEntries(
      ['email', 'name', 'phone', 'addresses', 'tax_id', 'metadata', 'consents'].map((name) => [
        name,
        user.extract(name),
      ]),
    ),
  ),
  discounts: discount.keys({ code: discount.extract('code').invalid(null).required() }),
  redirects: redirectInput,
};

type ParsedRow = Readonly<{
  line: number;
  text: string;
  fields: object;
  defaults?: object;
  errors: readonly FieldError[];
}>;

/** Validates a row as the API validates the resource. */
export const toTableRow = (resource: TableResource, { line, text, fields, defaults, errors }: ParsedRow): FileRow => {
  const schema = SCHEMAS[resource];
  const found = errors.length > 0 ? errors : rowErrors(schema, fields);
  if (found.length > 0) return { kind: 'invalid', text, error: importErrorOf(line, invalid(found)) };
  const { value } = schema.validate(fields, { convert: false });
  return { kind: 'row', line, text, fields: value, ...(defaults && { defaults }) };
};

const rowErrors = (schema: Joi.ObjectSchema, row: object): readonly FieldError[] => {
  const errors = bodyErrors(schema, row, { reportsAll: true });
  return errors.length > 0 || !('metadata' in row) ? errors : cardNumberErrors(row.metadata);
};
