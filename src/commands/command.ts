import type { Config } from '#composition/config.ts';
import { readEnvironment } from '#composition/environment.ts';
import { parseConfig } from '#composition/parse-config.ts';
import { type Console, makeConsole } from './console.ts';
import { messageFor } from './expected-errors.ts';
import { watchInterruption } from './interruption.ts';

/** A command of the operator that may take long and shows its progress. */
export type Command<A> = Readonly<{
  usage: string;
  parse: (args: readonly string[]) => A | 'help';
  /** @returns whether it succeeded. */
  run: (args: A, config: Config, console: Console) => Promise<boolean>;
  /** The line that the first signal prints. */
  onInterruption: string;
}>;

/** Runs a command and sets the exit code of the process: 0, 1 for an error, or that of the signal. */
export const runCommand = async <A>(command: Command<A>): Promise<void> => {
  try {
    const args = command.parse(process.argv.slice(3));
    if (args === 'help') return void process.stdout.write(`${command.usage}\n`);
    const config = parseConfig(readEnvironment(), { createsOwner: false });
    const interruption = watchInterruption(() => process.stderr.write(`\n${command.onInterruption}\n`));
    const succeeds = await command.run(args, config, makeConsole(interruption.isRequested));
    process.exitCode = succeeds ? 0 : (interruption.exitCode() ?? 1);
  } catch (error) {
    process.stderr.write(messageFor(error));
    process.exitCode = 1;
  } finally {
    // it may still be open
    process.stdin.destroy();
  }
};

/** Runs a command that takes no file, and prints its result. */
export const printResult = async (run: () => Promise<string>): Promise<void> => {
  try {
    process.stdout.write(`${await run()}\n`);
  } catch (error) {
    process.stderr.write(messageFor(error));
    process.exitCode = 1;
  }
};
