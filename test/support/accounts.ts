import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { makePostgresStorage } from '#adapters/postgres/storage.ts';
import type { ApiKey } from '#core/access/api-key.ts';
import type { User } from '#core/users/user.ts';
import { aKey, aUser, ids } from './builders.ts';

/** Somebody beside the owner, with a key of their own. */
export type Account = Readonly<{ user: User; apiKey: ApiKey; key: string }>;

/** Puts somebody into a service's database: there is no other way to have a second account yet. */
export const addAccount = async (
  url: string,
  { role, scopes }: Pick<User, 'role'> & Pick<ApiKey, 'scopes'>,
): Promise<Account> => {
  const { unitOfWork, close } = makePostgresStorage(await openDatabase({ url }), ids);
  const user = aUser({ role });
  const { key: apiKey, token: key } = aKey(user, { scopes });
  await unitOfWork.run(async (tx) => {
    await tx.users.add(user);
    await tx.apiKeys.add(apiKey);
  });
  await close();
  return { user, apiKey, key };
};
