import Joi from 'joi';
import { WEIGHT_UNITS, type WeightUnit } from '#core/catalog/product-fields.ts';
import type { ImageCounts } from '#core/imports/image-fetch.ts';
import {
  IMPORT_FORMATS,
  IMPORT_STATUSES,
  type ImportError,
  MAX_IMPORT_ERRORS,
  ON_ERROR,
  type OnError,
} from '#core/imports/import.ts';
import type { ImportFile } from '#core/imports/import-file.ts';
import { IMPORT_RESOURCES } from '#core/imports/import-resource.ts';
import type { ImportSummary, ImportView } from '#core/imports/import-view.ts';
import { isMapping } from '#core/imports/source/mapping.ts';
import { DECIMAL_MARKS, type DecimalMark } from '#core/imports/source/numbers.ts';
import { PRESET_NAMES, type PresetName } from '#core/imports/source/preset-names.ts';
import { SOURCE_FIELDS } from '#core/imports/source/source-row.ts';
import { MAX_FIRST_WARNINGS, type WarningCount } from '#core/imports/warnings.ts';
import { parseStrictJson } from '../request/strict-json.ts';
import { dryRunQuery } from '../schemas/dry-run.ts';
import { integer, pageOf } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

/** A mapping names fields, or null; `columnsOf` checks which. */
const checkMapping = (value: string, helpers: Joi.CustomHelpers): unknown => {
  const parsed = parseStrictJson(Buffer.from(value));
  const message = 'must be a JSON object of columns and the fields that they give, such as {"Item no.": "sku"}';
  return parsed.ok && isMapping(parsed.value) ? value : helpers.error('object.base', { message });
};

const rowCount = (description: string): Joi.NumberSchema => required(integer(0), description, 0);

const summaryFields = {
  resource: required(Joi.string().valid(...IMPORT_RESOURCES), 'What the rows are.', 'products'),
  status: required(
    Joi.string().valid(...IMPORT_STATUSES),
    '`running`; `completed`: every row was read; `stopped`: at an invalid row; `failed`: where the file cannot be read ' +
      'any further; `interrupted`: the upload or its process ended early; `cancelled`: by request.',
    'completed',
  ),
  format: required(Joi.string().valid(...IMPORT_FORMATS), 'The format of the file.', 'csv'),
  on_error: required(Joi.string().valid(...ON_ERROR), 'What follows an invalid row.', 'stop'),
  rows: rowCount('How many rows are stored or rejected; a repetition continues after them.').example(1000),
  created: rowCount('The rows that created a resource.').example(990),
  updated: rowCount('The rows that changed one.').example(8),
  unchanged: rowCount('The rows that changed nothing; they write nothing.').example(2),
  failed: rowCount('The rows that were rejected.'),
  images: required(
    objectOf<ImageCounts>({
      pending: rowCount('Those that wait.').example(3),
      stored: rowCount('Those that were fetched and stored.').example(40),
      failed: rowCount('Those that could not be fetched; they are among the warnings.').example(1),
    }),
    'The images that are fetched from elsewhere after the import.',
  ),
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

const warningSchema = objectOf<WarningCount>({
  code: required(Joi.string(), 'The kind of the warning.', 'stock.negative'),
  field: required(Joi.string().allow(null), 'The field; null for the whole row.', 'stock'),
  count: required(integer(1), 'How often it was found.', 3),
  first: required(
    Joi.array()
      .items(
        objectOf<WarningCount['first'][number]>({
          line: required(integer(1), 'The line of the file; the first is 1.', 7),
          message: required(Joi.string(), 'What was changed or left out.', 'was -4 and is 0 now'),
        }),
      )
      .max(MAX_FIRST_WARNINGS),
    `The first ${MAX_FIRST_WARNINGS}.`,
  ),
})
  .id('ImportWarning')
  .description('A kind of change without which rows could not be imported.');

const fileSchema = objectOf<ImportFile>({
  preset: required(
    Joi.string()
      .valid(...PRESET_NAMES)
      .allow(null),
    'The kind of shop that the file is from; null for a file with the columns of an export.',
    'shopify',
  ),
  encoding: required(Joi.string(), 'How the file writes characters.', 'utf-8'),
  separator: required(Joi.string().allow(null), 'The mark between cells; null if there is none.', ','),
  remembered: Joi.boolean().valid(true).description('Only if it was read as an earlier import has told (`remember`).'),
  columns: required(
    Joi.array().items(
      objectOf<ImportFile['columns'][number]>({
        column: required(Joi.string().allow(''), 'The name of the column.', 'Variant SKU'),
        field: required(Joi.string().allow(null), 'The field that it gives; null if it was left out.', 'sku'),
      }),
    ),
    'The columns in their order.',
  ),
})
  .id('ImportFile')
  .description('How a file was read.');

export const importSchema = resourceSchema<ImportView>('import', 'imp', {
  ...summaryFields,
  errors: required(
    Joi.array()
      .items(importError)
      .max(MAX_IMPORT_ERRORS + 1),
    `One for each rejected row, at most the first ${MAX_IMPORT_ERRORS} and the one that ended the import.`,
  ),
  warnings: required(Joi.array().items(warningSchema), 'What was changed or left out of rows, by kind.'),
  file: required(fileSchema.allow(null), 'How the file was read; null for one without columns.'),
})
  .id('Import')
  .description('A run over the rows of a file, each of which creates or changes a resource.');

export const importPage = pageOf('ImportList', importSummarySchema);

const MAX_MAPPING = 8_000;

/** The shops whose files of other things than products are known. */
const TABLE_PRESETS = ['shopify', 'woocommerce', 'generic'] as const satisfies readonly PresetName[];

/** The query of an import. */
export type ImportQuery = Readonly<{
  on_error: OnError;
  dry_run?: boolean;
  preset?: PresetName;
  decimal?: DecimalMark;
  weight_unit?: WeightUnit;
  mapping?: string;
  image_base?: string;
  remember?: boolean;
}>;

export const importQuery = Joi.object<ImportQuery>({
  on_error: Joi.string()
    .valid(...ON_ERROR)
    .default('stop')
    .description('What follows an invalid row: `stop` keeps all rows before it, `continue` keeps all valid rows.'),
  preset: Joi.string()
    .valid(...PRESET_NAMES)
    .description(
      'The kind of shop that the file is from, if its columns do not tell; `generic` reads it by the names of its columns.',
    ),
  mapping: Joi.string()
    .max(MAX_MAPPING)
    .custom(checkMapping)
    .description(
      'Which field a column gives where that is not recognised, as a JSON object; null leaves a column out. Fields are ' +
        `those of a product, of a map such as \`attributes.colour\`, ${Object.keys(SOURCE_FIELDS)
          .map((name) => `\`${name}\``)
          .join(', ')}, and ` +
        '`option1_name` and `option1_value` to `option10_value`.',
    )
    .example('{"Item no.": "sku", "Remarks": null}'),
  decimal: Joi.string()
    .valid(...DECIMAL_MARKS)
    .description('The mark before the decimals of numbers such as `1.299`, if the file does not tell.'),
  image_base: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .max(1000)
    .description('What addresses of images follow that are no whole ones, as in files of Magento.')
    .example('https://shop.example/media/catalog/product'),
  weight_unit: Joi.string()
    .valid(...WEIGHT_UNITS)
    .description('The unit of weights, if the file does not tell. Without it they are left out.'),
  remember: Joi.boolean().description(
    'Whether CSV files with the same columns are read in the same way from now on, where nothing else is said of them; ' +
      '`false` reads the file without what is remembered, and forgets it. A dry run changes nothing of this.',
  ),
  dry_run: dryRunQuery.extract('dry_run'),
});

/** The query of an import of rows without images and weights, and of fewer shops. */
export const tableImportQuery: Joi.ObjectSchema<ImportQuery> = Joi.object({
  on_error: importQuery.extract('on_error'),
  preset: Joi.string()
    .valid(...TABLE_PRESETS)
    .description(
      'The kind of shop that the file is from, if its columns do not tell; `generic` reads it by the names of its columns.',
    ),
  mapping: Joi.string()
    .max(MAX_MAPPING)
    .custom(checkMapping)
    .description('Which field a column gives where that is not recognised, as a JSON object; null leaves a column out.')
    .example('{"Remarks": null}'),
  decimal: importQuery.extract('decimal'),
  remember: importQuery.extract('remember'),
  dry_run: importQuery.extract('dry_run'),
});
