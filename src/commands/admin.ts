import { readEnvironment } from '#composition/environment.ts';
import { parseConfig } from '#composition/parse-config.ts';
import { adminCommand, parseArguments, USAGE } from './admin/arguments.ts';
import { runCommand } from './admin/commands.ts';
import { messageFor } from './expected-errors.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** @returns whether the command succeeded. */
const run = async (): Promise<boolean> => {
  const { name, email } = parseArguments(process.argv.slice(3));
  if (name === 'help') {
    print(USAGE);
    return true;
  }
  const config = parseConfig(readEnvironment(), { createsOwner: false });
  return runCommand(adminCommand(name, email, config), config, print);
};

try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  process.stderr.write(messageFor(error));
  process.exitCode = 1;
}
