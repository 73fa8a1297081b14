import { hashNewPassword, type PasswordDeps } from '#core/access/new-password.ts';
import { type Actor, countedClient } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { UsersTx } from '../ports.ts';
import { addUser } from '../steps/store-user.ts';
import { User, type UserFields } from '../user.ts';

/** What visitors may write of their account. */
type SignUpFields = Pick<UserFields, 'email' | 'name' | 'phone' | 'addresses' | 'tax_id' | 'consents'>;

/**
 * Creates a customer. For an e-mail that has an account it returns a customer who is not stored, after the same hashing of
 * the password, so that neither the response nor its time differs: only the mail to the address tells.
 */
export type SignUp = (
  actor: Actor,
  command: Readonly<{ fields: SignUpFields; password: string }>,
) => Promise<Work<User, UsersTx>>;

export const makeSignUp =
  (deps: { ids: IdGenerator; clock: BusinessClock } & PasswordDeps): SignUp =>
  async (actor, { fields, password }) => {
    const passwordHash = await hashNewPassword(deps, password);
    return async (tx) => {
      const at = deps.clock.now();
      const user = User.create(deps.ids.next('usr'), fields, { passwordHash, at, writer: 'account' });
      const key = emailKey(user.email);
      await tx.users.lockEmail(key);
      const isKnown = (await tx.users.findByEmail(key)) !== undefined;
      const purpose = isKnown ? 'sign_up_repeated' : 'email_verification';
      await tx.mailRequests.add({ purpose, emailKey: key, userId: null, client: countedClient(actor) });
      if (isKnown) return user;
      return addUser(tx, actor, user);
    };
  };
