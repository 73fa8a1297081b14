import { parseArgs } from 'node:util';
import type { Config } from '#composition/config.ts';
import { SETTINGS } from '#composition/settings.ts';
import { StartError } from '#composition/start-error.ts';

const NAMES = ['migrate', 'create-owner', 'reset-owner', 'remove-factors', 'reencrypt', 'check'] as const;

type Name = (typeof NAMES)[number];

/** What the operator typed. */
export type AdminArguments = Readonly<{ name: Name | 'help'; email: string | undefined }>;

/** A command of the operator. */
export type AdminCommand = Readonly<{
  name: Name;
  /** The e-mail of the user. */
  email: string;
  /** Undefined: a random password. */
  password: string | undefined;
}>;

export const USAGE = `Usage: npm run admin -- COMMAND
  migrate                        applies the migrations that are missing
  create-owner [--email EMAIL]   creates an owner
  reset-owner [--email EMAIL]    sets a new password for a user, makes the user an active owner, and ends the user's sessions
  remove-factors --email EMAIL   removes the second factors and recovery codes of a user who has lost them
  reencrypt                      encrypts everything with SECRET_KEY that a key of SECRET_KEY_PREVIOUS encrypted
  check                          checks the schema, its owner, the secret keys and the ledger
The settings are those of the service. EMAIL defaults to OWNER_EMAIL; the password is OWNER_PASSWORD, or a random one.`;

/** @throws StartError with the usage. */
export const parseArguments = (args: readonly string[]): AdminArguments => {
  const { positionals, values } = parse(args);
  const [typed, ...others] = positionals;
  if (values.help || typed === 'help') return { name: 'help', email: undefined };
  const name = NAMES.find((known) => known === typed);
  if (typed !== undefined && name === undefined) throw new StartError(`There is no command ${typed}.\n${USAGE}`);
  if (name === undefined || others.length > 0) throw new StartError(USAGE);
  return { name, email: values.email };
};

const parse = (args: readonly string[]) => {
  try {
    const options = { email: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch {
    throw new StartError(USAGE);
  }
};

/** The command with what the settings add to it. @throws StartError for an owner without a valid e-mail. */
export const adminCommand = (name: Name, email: string | undefined, config: Config): AdminCommand => {
  const { owner, production, environment } = config;
  if (email !== undefined && SETTINGS.extract('OWNER_EMAIL').validate(email).error !== undefined) {
    throw new StartError('--email must be an e-mail such as you@example.com.');
  }
  if (name === 'remove-factors' && email === undefined) {
    throw new StartError('remove-factors needs the e-mail of the user: add --email you@example.com.');
  }
  const isForOwner = name === 'create-owner' || name === 'reset-owner';
  if (isForOwner && production && (email ?? environment['OWNER_EMAIL']) === undefined) {
    throw new StartError(`${name} needs an e-mail in production: add --email you@example.com, or set OWNER_EMAIL.`);
  }
  return { name, email: email ?? owner.email, password: owner.password };
};
