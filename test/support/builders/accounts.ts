import { languages } from '#adapters/languages/languages.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { makePostgresStorage } from '#adapters/postgres/storage.ts';
import type { ApiKey } from '#core/access/api-key.ts';
import type { User } from '#core/users/user.ts';
import { aKey, aUser, ids } from './builders.ts';

/** Another user with an API key. */
export type Account = Readonly<{ user: User; apiKey: ApiKey; key: string }>;

/** Inserts a user into a service's database. */
export const addAccount = async (
  url: string,
  { role, scopes }: Pick<User, 'role'> & Pick<ApiKey, 'scopes'>,
): Promise<Account> => {
  const { unitOfWork, close } = makePostgresStorage(await openDatabase({ url }), { ids, languages });
  const user = aUser({ role });
  const { key: apiKey, token: key } = aKey(user, { scopes });
  await unitOfWork.run(async (tx) => {
    await tx.users.add(user);
    await tx.apiKeys.add(apiKey);
  });
  await close();
  return { user, apiKey, key };
};
