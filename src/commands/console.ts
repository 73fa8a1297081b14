import { type Progress, showProgress } from '#adapters/system/progress.ts';

/** Where a command reports to its operator, and how the operator interrupts it. */
export type Console = Readonly<{
  /** Writes a line of the result. */
  print(line: string): void;
  /** Writes a line of the progress or of an error. */
  report(line: string): void;
  /** `total` is 0 if it is not known. */
  progress(total: number): Progress;
  /** Whether to end early. */
  isStopping(): boolean;
}>;

/** Texts of a file could contain control sequences of the terminal. */
const printable = (line: string): string => line.replace(/[^\P{Cc}\n]/gu, '�');

/** Only the result is written to standard output. */
export const makeConsole = (isStopping: () => boolean): Console => ({
  print: (line) => void process.stdout.write(`${printable(line)}\n`),
  report: (line) => void process.stderr.write(`${printable(line)}\n`),
  progress: (total) => showProgress(process.stderr, total),
  isStopping,
});
