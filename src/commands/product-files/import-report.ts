import { Import, type ImportError } from '#core/imports/import.ts';
import type { ImportFile } from '#core/imports/import-file.ts';
import { importView } from '#core/imports/import-view.ts';
import type { ImportArguments } from './arguments.ts';

/** The number of errors that are printed. */
const MAX_SHOWN_ERRORS = 100;

const counted = (count: number): string => count.toLocaleString('en');

const plural = (count: number): string => (count === 1 ? '' : 's');

/** The errors of the rows, each with its line and field. */
export const errorLines = (ended: Import): string[] => {
  const { errors, failed } = importView(ended);
  const shown = errors.slice(0, MAX_SHOWN_ERRORS).map(errorLine);
  return failed > shown.length ? [...shown, `… and ${counted(failed - shown.length)} more.`] : shown;
};

const errorLine = ({ line, field, message }: ImportError): string =>
  `line ${line}${field === null ? '' : `, ${field}`}: ${message}`;

/** How the file was read, and what was changed or left out of its rows. */
export const fileLines = (ended: Import): string[] => {
  const { file, warnings } = importView(ended);
  const kinds = warnings.map(({ code, field, count, first }) => {
    const [named] = first;
    const example = named === undefined ? '' : `, first in line ${named.line}: ${named.message}`;
    return `${counted(count)} × ${code}${field === null ? '' : ` of ${field}`}${example}`;
  });
  return file === null ? kinds : [...fileFacts(file), ...kinds];
};

const fileFacts = ({ preset, encoding, columns, remembered }: ImportFile): string[] => {
  const leftOut = columns.filter(({ field }) => field === null).map(({ column }) => column);
  const facts =
    preset === null
      ? []
      : [`The file was read as one of ${preset}, in ${encoding}${remembered ? ', as a former one' : ''}.`];
  return leftOut.length === 0 ? facts : [...facts, `Columns that were left out: ${leftOut.join(', ')}.`];
};

/** What became of the rows. */
export const summaryLine = (ended: Import, isDryRun: boolean): string => {
  const { status, rows, created, updated, unchanged, failed, images } = importView(ended);
  const figures = { created, updated, unchanged, failed };
  const parts = Object.entries(figures).map(([name, count]) => `${counted(count)} ${name}`);
  const dryRun = isDryRun ? 'Dry run, nothing is stored. ' : '';
  const fetched = `${counted(images.pending)} image${plural(images.pending)}`;
  const later = images.pending === 0 || isDryRun ? '' : ` The service fetches ${fetched} while it runs.`;
  return `${dryRun}The import is ${status} after ${counted(rows)} row${plural(rows)}: ${parts.join(', ')}.${later}`;
};

/** How to continue an import that has ended early. */
export const continuation = (ended: Import, args: ImportArguments & Readonly<{ name: string }>): string[] => {
  if (Import.isFinished(ended)) return [];
  const { status, rows } = ended;
  const begin = status === 'interrupted' ? 'Continue' : 'Correct the file, and continue';
  return [`${begin} after ${counted(rows)} committed row${plural(rows)}: ${commandOf(args)}`];
};

const commandOf = ({ file, resource, format, name, onError }: ImportArguments & Readonly<{ name: string }>): string => {
  const options = [
    ...(resource === 'products' ? [] : [['--resource', resource]]),
    ['--name', name],
    ...(onError === 'stop' ? [] : [['--on-error', onError]]),
    ...(file.toLowerCase().endsWith(format) ? [] : [['--format', format]]),
  ];
  return ['npm run import --', file, ...options.flat()]
    .map((word, index) => (index === 0 ? word : quoted(word)))
    .join(' ');
};

const quoted = (word: string): string => (/^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
