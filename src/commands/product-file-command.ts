import path from 'node:path';
import { type Command, runCommand } from './command.ts';
import { STANDARD_STREAM } from './product-files/arguments.ts';

/** npm changes to the directory of the project. */
const resolved = (file: string): string => {
  const { npm_lifecycle_event: script, INIT_CWD: directory } = process.env;
  const isFromNpm = script === 'import' || script === 'export';
  return file === STANDARD_STREAM || !isFromNpm || directory === undefined ? file : path.resolve(directory, file);
};

/** Runs a command about a file. */
export const runProductFileCommand = <A extends Readonly<{ file: string }>>(
  command: Omit<Command<A>, 'onInterruption'>,
): Promise<void> =>
  runCommand({
    ...command,
    run: (args, config, console) => command.run({ ...args, file: resolved(args.file) }, config, console),
    onInterruption: 'Ending after the rows in progress. Ctrl-C again ends at once.',
  });
