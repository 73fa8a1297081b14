import Joi from 'joi';
import {
  IMPORT_FORMATS,
  IMPORT_STATUSES,
  type ImportError,
  MAX_IMPORT_ERRORS,
  ON_ERROR,
  type OnError,
} from '#core/imports/import.ts';
import type { ImportSummary, ImportView } from '#core/imports/import-view.ts';
import { dryRunQuery } from '../schemas/dry-run.ts';
import { integer, pageOf } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const rowCount = (description: string): Joi.NumberSchema => required(integer(0), description, 0);

const summaryFields = {
  status: required(
    Joi.string().valid(...IMPORT_STATUSES),
    '`running`; `completed`: every row was read; `stopped`: at an invalid row; `failed`: where the file cannot be read ' +
      'any further; `interrupted`: the upload or its process ended early; `cancelled`: by request.',
    'completed',
  ),
  format: required(Joi.string().valid(...IMPORT_FORMATS), 'The format of the file.', 'csv'),
  on_error: required(Joi.string().valid(...ON_ERROR), 'What follows an invalid row.', 'stop'),
  rows: rowCount('How many rows are stored or rejected; a repetition continues after them.').example(1000),
  created: rowCount('The rows that created a product.').example(990),
  updated: rowCount('The rows that changed a product.').example(8),
  unchanged: rowCount('The rows that changed nothing; they write nothing.').example(2),
  failed: rowCount('The rows that were rejected.'),
};

const importError = objectOf<ImportError>({
  line: required(integer(1), 'The line of the file; the first is 1.', 7),
  field: required(Joi.string().allow(null), 'The field; null for the whole row.', 'price'),
  code: required(Joi.string(), 'The error code for programs.', 'number.precision'),
  message: required(Joi.string(), 'The error message for people.', 'must have at most 2 decimals in USD'),
})
  .id('ImportError')
  .description('Why a row was not imported.');

const importSummarySchema = resourceSchema<ImportSummary>('import', 'imp', summaryFields)
  .id('ImportSummary')
  .description('An import without its errors.');

export const importSchema = resourceSchema<ImportView>('import', 'imp', {
  ...summaryFields,
  errors: required(
    Joi.array()
      .items(importError)
      .max(MAX_IMPORT_ERRORS + 1),
    `One for each rejected row, at most the first ${MAX_IMPORT_ERRORS} and the one that ended the import.`,
  ),
})
  .id('Import')
  .description('A run over the rows of a file, each of which creates or changes a product.');

export const importPage = pageOf('ImportList', importSummarySchema);

/** The query of an import. */
export const importQuery = Joi.object<Readonly<{ on_error: OnError; dry_run?: boolean }>>({
  on_error: Joi.string()
    .valid(...ON_ERROR)
    .default('stop')
    .description('What follows an invalid row: `stop` keeps all rows before it, `continue` keeps all valid rows.'),
  dry_run: dryRunQuery.extract('dry_run'),
});
