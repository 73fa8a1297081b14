import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { StartError } from '../start-error.ts';

const NAMES = ['migrate', 'create-owner', 'reset-owner', 'reencrypt', 'check'] as const;

/** A command of the operator. */
export type AdminCommand = Readonly<{
  name: (typeof NAMES)[number];
  /** The owner's e-mail. */
  email: string;
  /** Undefined: a random password. */
  password: string | undefined;
}>;

const USAGE = `Usage: npm run admin -- COMMAND
  migrate                        applies the migrations that are missing
  create-owner [--email EMAIL]   creates an owner
  reset-owner [--email EMAIL]    sets a new password for a user, makes the user an active owner, and ends the user's sessions
  reencrypt                      encrypts everything with SECRET_KEY that a key of SECRET_KEY_PREVIOUS encrypted
  check                          checks the schema, the secret keys and the ledger
The settings are those of the service. EMAIL defaults to OWNER_EMAIL; the password is OWNER_PASSWORD, or a random one.`;

/** The command in the arguments. @throws StartError with the usage. */
export const adminCommand = (args: readonly string[], { owner }: Pick<Config, 'owner'>): AdminCommand => {
  const { positionals, values } = parse(args);
  const name = NAMES.find((known) => known === positionals[0]);
  if (name === undefined || positionals.length > 1) throw new StartError(USAGE);
  return { name, email: values.email ?? owner.email, password: owner.password };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { email: { type: 'string' } } });
  } catch {
    throw new StartError(USAGE);
  }
};
