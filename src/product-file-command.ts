import path from 'node:path';
import { type Config, parseConfig } from '#composition/config.ts';
import { readEnvironment } from '#composition/environment.ts';
import { STANDARD_STREAM } from '#composition/product-files/arguments.ts';
import { type Console, makeConsole } from '#composition/product-files/console.ts';
import { messageFor } from './expected-errors.ts';
import { watchInterruption } from './interruption.ts';

type Command<A> = Readonly<{
  usage: string;
  parse: (args: readonly string[]) => A | 'help';
  /** @returns whether it succeeded. */
  run: (args: A, config: Config, console: Console) => Promise<boolean>;
}>;

/** npm changes to the directory of the project. */
const resolved = (file: string): string => {
  const { npm_lifecycle_event: script, INIT_CWD: directory } = process.env;
  const isFromNpm = script === 'import' || script === 'export';
  return file === STANDARD_STREAM || !isFromNpm || directory === undefined ? file : path.resolve(directory, file);
};

/** Runs a command and sets the exit code of the process: 0, 1 for an error, or that of the signal. */
export const runProductFileCommand = async <A extends Readonly<{ file: string }>>(
  command: Command<A>,
): Promise<void> => {
  try {
    const args = command.parse(process.argv.slice(3));
    if (args === 'help') return void process.stdout.write(`${command.usage}\n`);
    const config = parseConfig(readEnvironment(), { createsOwner: false });
    const interruption = watchInterruption(() =>
      process.stderr.write('\nEnding after the rows in progress. Ctrl-C again ends at once.\n'),
    );
    const console = makeConsole(interruption.isRequested);
    const succeeds = await command.run({ ...args, file: resolved(args.file) }, config, console);
    process.exitCode = succeeds ? 0 : (interruption.exitCode() ?? 1);
  } catch (error) {
    process.stderr.write(messageFor(error));
    process.exitCode = 1;
  } finally {
    // it may still be open
    process.stdin.destroy();
  }
};
