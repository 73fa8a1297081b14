import path from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { IDEMPOTENCY_KEY } from '#adapters/http/idempotency/request-idempotency.ts';
import { StartError } from '#composition/start-error.ts';
import { IMPORT_FORMATS, type ImportFormat, ON_ERROR, type OnError } from '#core/imports/import.ts';

/** Standard input or output. */
export const STANDARD_STREAM = '-';

/** What the operator typed. */
export type ImportArguments = Readonly<{
  /** A path, or `STANDARD_STREAM`. */
  file: string;
  format: ImportFormat;
  /** Undefined: a random one. */
  name: string | undefined;
  onError: OnError;
  dryRun: boolean;
}>;

export type ExportArguments = Pick<ImportArguments, 'file' | 'format'>;

const FORMAT_LINE = '  --format csv|ndjson        by default, what the name of the file ends with';

export const IMPORT_USAGE = `Usage: npm run import -- FILE [OPTIONS]
  creates and changes products by the rows of a CSV or NDJSON file; FILE - is standard input
  --name NAME                run again with this name, the import continues after its last stored row
  --on-error stop|continue   what follows an invalid row (stop)
${FORMAT_LINE}
  --dry-run                  stores nothing
The settings are those of the service.`;

export const EXPORT_USAGE = `Usage: npm run export -- FILE [OPTIONS]
  writes all products with their variants to a CSV or NDJSON file; FILE - is standard output
${FORMAT_LINE}
The settings are those of the service.`;

const FORMAT_OPTIONS = { format: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

const IMPORT_OPTIONS = {
  ...FORMAT_OPTIONS,
  name: { type: 'string' },
  'on-error': { type: 'string', default: 'stop' },
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
  return { ...fileOf(positionals, values.format, IMPORT_USAGE), name, onError, dryRun: values['dry-run'] };
};

/** @throws StartError that says what is wrong. */
export const parseExportArguments = (args: readonly string[]): ExportArguments | 'help' => {
  const { values, positionals } = parse(args, FORMAT_OPTIONS, EXPORT_USAGE);
  return values.help ? 'help' : fileOf(positionals, values.format, EXPORT_USAGE);
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

const ENDINGS: Readonly<Record<string, ImportFormat>> = { '.csv': 'csv', '.ndjson': 'ndjson', '.jsonl': 'ndjson' };

const fileOf = (positionals: readonly string[], format: string | undefined, usage: string): ExportArguments => {
  const [file, ...others] = positionals;
  if (file === undefined || file === '' || others.length > 0) throw new StartError(usage);
  if (format !== undefined) return { file, format: oneOf('--format', IMPORT_FORMATS, format) };
  const ofName = ENDINGS[path.extname(file).toLowerCase()];
  if (ofName !== undefined) return { file, format: ofName };
  const which =
    file === STANDARD_STREAM ? 'standard input and output' : `${file}, which does not end with .csv or .ndjson`;
  throw new StartError(`--format csv or --format ndjson is needed for ${which}.`);
};
