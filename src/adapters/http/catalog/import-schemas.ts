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
import { pageOf } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const rowCount = (description: string): Joi.NumberSchema =>
  Joi.number().integer().min(0).required().description(description).example(0);

const summaryFields = {
  status: Joi.string()
    .valid(...IMPORT_STATUSES)
    .required()
    .description(
      '`running`; `completed`: every row was read; `stopped`: at an invalid row; `failed`: where the file cannot be read ' +
        'any further; `interrupted`: the upload or its process ended early; `cancelled`: by request.',
    )
    .example('completed'),
  format: Joi.string()
    .valid(...IMPORT_FORMATS)
    .required()
    .description('The format of the file.')
    .example('csv'),
  on_error: Joi.string()
    .valid(...ON_ERROR)
    .required()
    .description('What follows an invalid row.')
    .example('stop'),
  rows: rowCount('How many rows are stored or rejected; a repetition continues after them.').example(1000),
  created: rowCount('The rows that created a product.').example(990),
  updated: rowCount('The rows that changed a product.').example(8),
  unchanged: rowCount('The rows that changed nothing; they write nothing.').example(2),
  failed: rowCount('The rows that were rejected.'),
};

const importError = objectOf<ImportError>({
  line: Joi.number().integer().min(1).required().description('The line of the file; the first is 1.').example(7),
  field: Joi.string().allow(null).required().description('The field; null for the whole row.').example('price'),
  code: Joi.string().required().description('The error code for programs.').example('number.precision'),
  message: Joi.string()
    .required()
    .description('The error message for people.')
    .example('must have at most 2 decimals in USD'),
})
  .id('ImportError')
  .description('Why a row was not imported.');

const importSummarySchema = resourceSchema<ImportSummary>('import', 'imp', summaryFields)
  .id('ImportSummary')
  .description('An import without its errors.');

export const importSchema = resourceSchema<ImportView>('import', 'imp', {
  ...summaryFields,
  errors: Joi.array()
    .items(importError)
    .max(MAX_IMPORT_ERRORS + 1)
    .required()
    .description(
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
