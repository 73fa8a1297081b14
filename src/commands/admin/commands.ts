import type { Database } from '#adapters/postgres/connection/database.ts';
import { ownersOf } from '#adapters/postgres/migrations/migration-role.ts';
import { meetingUsersOf } from '#adapters/postgres/users/meeting-users.ts';
import { makeArgon2Passwords, PASSWORD_COST } from '#adapters/system/argon2-passwords.ts';
import { commonPasswords } from '#adapters/system/common-passwords.ts';
import type { Encryption } from '#adapters/system/encryption.ts';
import { makePassword } from '#adapters/system/random-password.ts';
import { businessClock, systemClock } from '#adapters/system/system-clock.ts';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import type { Config } from '#composition/config.ts';
import { openEncryption, undecryptable, verifySecretKeys } from '#composition/secret-key.ts';
import { StartError } from '#composition/start-error.ts';
import { openStorage } from '#composition/storage.ts';
import { hashNewPassword } from '#core/access/new-password.ts';
import { makeResetSecondFactors } from '#core/access/second-factors/use-cases/remove-second-factor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Log } from '#core/shared/log.ts';
import type { Storage } from '#core/storage.ts';
import { makeCreateOwner } from '#core/users/use-cases/create-owner.ts';
import { makeResetOwner } from '#core/users/use-cases/reset-owner.ts';
import type { AdminCommand } from './arguments.ts';

type Context = Readonly<{
  storage: Storage;
  database: Database | undefined;
  encryption: Encryption;
  print: (line: string) => void;
}>;

const ids = makeTypeIds(systemClock);

/** The commands report everything themselves. */
const NO_LOG: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * Runs a command of the operator on the storage of the settings.
 * @returns whether it succeeded; a check fails when it finds an error.
 * @throws StartError, DatabaseError or EmbeddedServerError
 */
export const runCommand = async (
  command: AdminCommand,
  config: Config,
  print: (line: string) => void,
): Promise<boolean> => {
  if (config.storage === 'memory') throw new StartError('STORAGE=memory keeps nothing that a command could change.');
  const encryption = await openEncryption(config);
  const { storage, database } = await openStorage(config, { ids, log: NO_LOG, migrates: command.name !== 'check' });
  try {
    return await COMMANDS[command.name]({ storage, database, encryption, print }, command);
  } finally {
    await storage.close();
  }
};

const migrate = async ({ print }: Context): Promise<boolean> => {
  // the storage migrates when it is opened
  print('The schema is up to date.');
  return true;
};

const createOwner = async ({ storage, print }: Context, { email, password }: AdminCommand): Promise<boolean> => {
  const create = makeCreateOwner({ passwords: SAFE_PASSWORDS, ids, clock: businessClock });
  const owner = { email, password: password ?? makePassword() };
  await explained(async () => storage.unitOfWork.run(await create(owner)));
  print(`${email} is an owner.${password === undefined ? ` Password: ${owner.password}` : ''}`);
  return true;
};

const resetOwner = async ({ storage, print }: Context, { email, password }: AdminCommand): Promise<boolean> => {
  const reset = makeResetOwner({ passwords: SAFE_PASSWORDS, clock: businessClock });
  const owner = { email, password: password ?? makePassword() };
  await explained(async () => storage.unitOfWork.run(await reset(owner)));
  print(
    `${email} is an active owner with a new password.${password === undefined ? ` Password: ${owner.password}` : ''}`,
  );
  return true;
};

const removeFactors = async ({ storage, print }: Context, { email }: AdminCommand): Promise<boolean> => {
  const reset = makeResetSecondFactors({ systemClock });
  await explained(async () => {
    const count = await storage.unitOfWork.run(reset({ email }));
    print(`${counted(count, 'second factor', 'second factors')} of ${email} removed.`);
  });
  return true;
};

const reencrypt = async ({ storage: { encryptedData }, encryption, print }: Context): Promise<boolean> => {
  await verifySecretKeys(encryptedData, encryption);
  if (!(await canDecrypt({ encryptedData, encryption, print }))) return false;
  const count = await encryptedData.rewrite((encrypted) => encryption.encrypt(encryption.decrypt(encrypted)));
  await encryptedData.keepKeyCheck(encryption.keyChecks[0]);
  print(
    `${counted(count, 'value is', 'values are')} encrypted with SECRET_KEY. ` +
      'Remove SECRET_KEY_PREVIOUS once no process runs with the former key.',
  );
  return true;
};

const check = async ({ storage, database, encryption, print }: Context): Promise<boolean> => {
  print('schema: up to date');
  const areOwned = database === undefined || (await haveOneOwner(database, print));
  const areReadable = await canDecrypt({ ...storage, encryption, print });
  if (areReadable) print('keys: every encrypted value can be decrypted');
  const discrepancies = await storage.ledgerQueries.discrepancies();
  print(
    discrepancies.length === 0
      ? 'ledger: balanced'
      : `ledger: ${counted(discrepancies.length, 'discrepancy', 'discrepancies')}`,
  );
  for (const { id, discrepancy } of discrepancies) print(`  ${id}: ${discrepancy}`);
  const areApart = database === undefined || (await haveOwnMailboxes(database, print));
  return areOwned && areReadable && discrepancies.length === 0 && areApart;
};

/** A restore by several roles leaves tables that no role can migrate. */
const haveOneOwner = async (database: Database, print: Context['print']): Promise<boolean> => {
  const owners = await ownersOf(database);
  const isOne = owners.length === 1;
  print(isOne ? `owner: ${owners[0]}` : `owner: ${owners.join(', ')}; one role must own all tables`);
  return isOne;
};

/** Accounts that met when the keys of e-mails were computed anew: staff correct or erase them. */
const haveOwnMailboxes = async (database: Database, print: Context['print']): Promise<boolean> => {
  const meeting = await meetingUsersOf(database);
  if (meeting.length === 0) {
    print('e-mails: each account has a mailbox of its own');
    return true;
  }
  print(
    `e-mails: ${counted(meeting.length, 'account has', 'accounts have')} the mailbox of another; nobody signs in to it`,
  );
  for (const { id, email, holder } of meeting) print(`  ${id} ${email}: the mailbox of ${holder?.id} ${holder?.email}`);
  return false;
};

type Values = Pick<Context, 'encryption' | 'print'> & Pick<Storage, 'encryptedData'>;

/** Reports the values that no key decrypts. */
const canDecrypt = async ({ encryptedData, encryption, print }: Values): Promise<boolean> => {
  const count = await undecryptable(encryptedData, encryption);
  if (count === 0) return true;
  print(`keys: ${counted(count, 'value', 'values')} cannot be decrypted: add the former key to SECRET_KEY_PREVIOUS`);
  return false;
};

const counted = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`;

const COMMANDS = {
  migrate,
  'create-owner': createOwner,
  'reset-owner': resetOwner,
  'remove-factors': removeFactors,
  reencrypt,
  check,
} satisfies Record<AdminCommand['name'], (context: Context, command: AdminCommand) => Promise<boolean>>;

const passwords = makeArgon2Passwords(PASSWORD_COST);

/** Rejects passwords that are easily guessed. */
const SAFE_PASSWORDS = {
  ...passwords,
  hash: (password: string) => hashNewPassword({ passwords, commonPasswords }, password),
};

/** A rejection by the core, as a sentence for the operator. */
const explained = async (run: () => Promise<unknown>): Promise<void> => {
  try {
    await run();
  } catch (error) {
    throw error instanceof DomainError ? new StartError(error.message) : error;
  }
};
