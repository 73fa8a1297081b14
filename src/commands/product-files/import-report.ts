import { Import, type ImportError } from '#core/imports/import.ts';
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

/** What became of the rows. */
export const summaryLine = (ended: Import, isDryRun: boolean): string => {
  const { status, rows, created, updated, unchanged, failed } = importView(ended);
  const figures = { created, updated, unchanged, failed };
  const parts = Object.entries(figures).map(([name, count]) => `${counted(count)} ${name}`);
  const dryRun = isDryRun ? 'Dry run, nothing is stored. ' : '';
  return `${dryRun}The import is ${status} after ${counted(rows)} row${plural(rows)}: ${parts.join(', ')}.`;
};

/** How to continue an import that has ended early. */
export const continuation = (ended: Import, args: ImportArguments & Readonly<{ name: string }>): string[] => {
  if (Import.isFinished(ended)) return [];
  const { status, rows } = ended;
  const begin = status === 'interrupted' ? 'Continue' : 'Correct the file, and continue';
  return [`${begin} after ${counted(rows)} committed row${plural(rows)}: ${commandOf(args)}`];
};

const commandOf = ({ file, format, name, onError }: ImportArguments & Readonly<{ name: string }>): string => {
  const options = [
    ['--name', name],
    ...(onError === 'stop' ? [] : [['--on-error', onError]]),
    ...(file.toLowerCase().endsWith(format) ? [] : [['--format', format]]),
  ];
  return ['npm run import --', file, ...options.flat()]
    .map((word, index) => (index === 0 ? word : quoted(word)))
    .join(' ');
};

const quoted = (word: string): string => (/^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
