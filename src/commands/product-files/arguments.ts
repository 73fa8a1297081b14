import path from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { IDEMPOTENCY_KEY } from '#adapters/http/idempotency/request-idempotency.ts';
import { StartError } from '#composition/start-error.ts';
import { WEIGHT_UNITS } from '#core/catalog/product-fields.ts';
import { IMPORT_FORMATS, type ImportFormat, ON_ERROR, type OnError } from '#core/imports/import.ts';
import { IMPORT_RESOURCES, type ImportResource } from '#core/imports/import-resource.ts';
import type { SourceChoices } from '#core/imports/source/columns.ts';
import { DECIMAL_MARKS } from '#core/imports/source/numbers.ts';
import { PRESET_NAMES } from '#core/imports/source/preset-names.ts';

/** Standard input or output. */
export const STANDARD_STREAM = '-';

/** What the operator typed. */
export type ImportArguments = Readonly<{
  /** A path, or `STANDARD_STREAM`. */
  file: string;
  format: ImportFormat;
  resource: ImportResource;
  /** Undefined: a random one. */
  name: string | undefined;
  onError: OnError;
  choices: Omit<SourceChoices, 'mapping'>;
  /** The file of a mapping. */
  map: string | undefined;
  /** Whether further files with the same columns are read in the same way; false: it is forgotten. */
  remember: boolean | undefined;
  dryRun: boolean;
}>;

export type ExportArguments = Readonly<{ file: string; format: ExportFormat }>;

const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
type ExportFormat = (typeof EXPORT_FORMATS)[number];

const formatLine = (formats: readonly string[]): string =>
  `  --format ${formats.join('|').padEnd(17)} by default, what the name of the file ends with`;

export const IMPORT_USAGE = `Usage: npm run import -- FILE [OPTIONS]
  creates and changes products by the rows of a CSV, NDJSON or XML file, also of another shop, or
  customers (users), discounts or redirects by those of a CSV or NDJSON file; FILE - is standard input
  --resource NAME            ${IMPORT_RESOURCES.join(', ')} (products)
  --name NAME                run again with this name, the import continues after its last stored row
  --on-error stop|continue   what follows an invalid row (stop)
  --preset NAME              the kind of shop that the file is from, if its columns do not tell:
                             ${PRESET_NAMES.join(', ')}
  --map FILE                 a JSON object of columns and the fields that they give; null leaves one out
  --decimal .|,              the mark before the decimals of numbers such as 1.299
  --weight-unit g|kg|oz|lb   the unit of weights, if the file does not tell
  --image-base URL           what addresses of images follow that are no whole ones
  --remember                 reads CSV files with the same columns in the same way from now on
  --forget                   no longer does
${formatLine(IMPORT_FORMATS)}
  --dry-run                  stores nothing
The settings are those of the service.`;

export const EXPORT_USAGE = `Usage: npm run export -- FILE [OPTIONS]
  writes all products with their variants to a CSV or NDJSON file; FILE - is standard output
${formatLine(EXPORT_FORMATS)}
The settings are those of the service.`;

const FORMAT_OPTIONS = { format: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

const IMPORT_OPTIONS = {
  ...FORMAT_OPTIONS,
  resource: { type: 'string', default: 'products' },
  name: { type: 'string' },
  'on-error': { type: 'string', default: 'stop' },
  preset: { type: 'string' },
  map: { type: 'string' },
  decimal: { type: 'string' },
  'weight-unit': { type: 'string' },
  'image-base': { type: 'string' },
  remember: { type: 'boolean' },
  forget: { type: 'boolean' },
  'dry-run': { type: 'boolean', default: false },
} as const;

/** @throws StartError that says what is wrong. */
export const parseImportArguments = (args: readonly string[]): ImportArguments | 'help' => {
  const { values, positionals } = parse(args, IMPORT_OPTIONS, IMPORT_USAGE);
  if (values.help) return 'help';
  const { name } = values;
  if (name !== undefined && !IDEMPOTENCY_KEY.test(name)) {
    throw new StartError('--name must have 1 to 255 visible ASCII characters without spaces.');
  }
  const onError = oneOf('--on-error', ON_ERROR, values['on-error']);
  const imageBase = values['image-base'];
  if (imageBase !== undefined && !/^https?:\/\/\S+$/.test(imageBase)) {
    throw new StartError('--image-base must be an address such as https://shop.example/images.');
  }
  const choices = {
    imageBase,
    preset: values.preset === undefined ? undefined : oneOf('--preset', PRESET_NAMES, values.preset),
    weightUnit:
      values['weight-unit'] === undefined ? undefined : oneOf('--weight-unit', WEIGHT_UNITS, values['weight-unit']),
    decimal: values.decimal === undefined ? undefined : oneOf('--decimal', DECIMAL_MARKS, values.decimal),
  };
  const file = fileOf(positionals, values.format, { usage: IMPORT_USAGE, formats: IMPORT_FORMATS });
  const resource = oneOf('--resource', IMPORT_RESOURCES, values.resource);
  if (resource !== 'products' && file.format === 'xml')
    throw new StartError(`A file of ${resource} must be CSV or NDJSON: --format csv or --format ndjson.`);
  if (values.remember && values.forget) throw new StartError('Send --remember or --forget, not both.');
  if ((values.remember || values.forget) && file.format !== 'csv')
    throw new StartError('--remember and --forget are for CSV files, which have the same columns in each row.');
  const remember = values.remember ? true : values.forget ? false : undefined;
  return { ...file, resource, name, onError, choices, map: values.map, remember, dryRun: values['dry-run'] };
};

/** @throws StartError that says what is wrong. */
export const parseExportArguments = (args: readonly string[]): ExportArguments | 'help' => {
  const { values, positionals } = parse(args, FORMAT_OPTIONS, EXPORT_USAGE);
  return values.help ? 'help' : fileOf(positionals, values.format, { usage: EXPORT_USAGE, formats: EXPORT_FORMATS });
};

const parse = <const O extends ParseArgsOptionsConfig>(args: readonly string[], options: O, usage: string) => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
};

const oneOf = <const T extends string>(name: string, values: readonly T[], typed: string): T => {
  const value = values.find((each) => each === typed);
  if (value === undefined) throw new StartError(`${name} must be ${values.join(' or ')}, not ${typed}.`);
  return value;
};

const ENDINGS: Readonly<Record<string, ImportFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.xml': 'xml',
};

const fileOf = <const F extends ImportFormat>(
  positionals: readonly string[],
  format: string | undefined,
  { usage, formats }: Readonly<{ usage: string; formats: readonly F[] }>,
): Readonly<{ file: string; format: F }> => {
  const [file, ...others] = positionals;
  if (file === undefined || file === '' || others.length > 0) throw new StartError(usage);
  if (format !== undefined) return { file, format: oneOf('--format', formats, format) };
  const ofName = formats.find((each) => each === ENDINGS[path.extname(file).toLowerCase()]);
  if (ofName !== undefined) return { file, format: ofName };
  const endings = formats.map((each) => `.${each}`).join(' or ');
  const which = file === STANDARD_STREAM ? 'standard input and output' : `${file}, which does not end with ${endings}`;
  throw new StartError(`--format ${formats.join(' or --format ')} is needed for ${which}.`);
};
