import { adminCommand } from '#composition/admin/arguments.ts';
import { runCommand } from '#composition/admin/commands.ts';
import { parseConfig, readEnvironment } from '#composition/config.ts';
import { messageFor } from './expected-errors.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const config = parseConfig(readEnvironment());
  const isSuccessful = await runCommand(adminCommand(process.argv.slice(3), config), config, print);
  process.exitCode = isSuccessful ? 0 : 1;
} catch (error) {
  process.stderr.write(messageFor(error));
  process.exitCode = 1;
}
