import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import type { TokenKind } from '#core/access/bearer-tokens.ts';
import type { CommonPasswords } from '#core/access/ports.ts';
import type { Scope } from '#core/access/scope.ts';
import type { AuditEntryView } from '#core/audit/audit-entry.ts';
import { Actor } from '#core/shared/actor.ts';
import { emailKey } from '#core/shared/mail.ts';
import { Json } from '#core/shared/page.ts';
import type { TokenPurpose } from '#core/users/ports.ts';
import { makeInvitationLink } from '#core/users/steps/invitation-link.ts';
import {
  type CredentialChange,
  makeChangeUser,
  makeReplaceUser,
  type UserPatch,
} from '#core/users/use-cases/change-user.ts';
import { makeCreateUser } from '#core/users/use-cases/create-user.ts';
import { makeEraseUser } from '#core/users/use-cases/erase-user.ts';
import { makeExportUser } from '#core/users/use-cases/export-user.ts';
import { makeInviteUser } from '#core/users/use-cases/invite-user.ts';
import { makeResetPassword, requestPasswordReset } from '#core/users/use-cases/reset-password.ts';
import { makeVerifyEmail, requestEmailVerification } from '#core/users/use-cases/verify-email.ts';
import type { Invitation, User, UserFields, UserId } from '#core/users/user.ts';
import {
  aKey,
  anActor,
  aSession,
  aUser,
  clockAtNoon,
  countingIds,
  ids,
  noonPlus,
} from '../../support/builders/builders.ts';
import { passwords, withCredential } from '../../support/builders/credentials.ts';
import { secondFactorCheck } from '../../support/builders/second-factors.ts';
import { subjectOf } from '../../support/mail-subjects.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

/** The only weak password here. */
export const COMMON = 'a common password';

const commonPasswords: CommonPasswords = { includes: async (password) => password === COMMON };

const KIND_OF: Readonly<Record<TokenPurpose, TokenKind>> = {
  password_reset: 'cpr',
  invitation: 'cpi',
  email_verification: 'cpv',
  email_change: 'cpv',
};

/** The use cases of users on a new storage with an owner, one transaction each; it is noon, and ids count up. */
export const openUsers = async () => {
  const storage = await openMemoryStorage();
  const { unitOfWork, oneTimeTokenQueries: oneTimeTokens, personalDataQueries: personalData } = storage;
  const shop = storage.shopQueries;
  const clock = clockAtNoon();
  const deps = {
    unitOfWork,
    clock,
    systemClock: clock,
    ids: countingIds(),
    passwords,
    secondFactors: secondFactorCheck({ unitOfWork, systemClock: clock }),
    commonPasswords,
    tokens: bearerTokens,
    oneTimeTokens,
    shop,
  };
  const create = makeCreateUser(deps);
  const invite = makeInviteUser(deps);
  const linkOf = makeInvitationLink({ ...deps, page: () => 'https://shop.example/accept' });
  const inviteByLink = makeInviteUser({ ...deps, linkOf });
  const change = makeChangeUser(deps);
  const replace = makeReplaceUser(deps);
  const erase = makeEraseUser(deps);
  const exportUser = makeExportUser({ unitOfWork, personalData, clock });
  const resetPassword = makeResetPassword(deps);
  const verifyEmail = makeVerifyEmail(deps);
  const anonymous: Actor = { ...Actor.anonymous, requestId: 'a-request' };

  /** Stores a user without events and audit entries. */
  const join = async (overrides: Partial<User> = {}): Promise<User> => {
    const user = aUser(overrides);
    await unitOfWork.run((tx) => tx.users.add(user));
    return user;
  };
  const owner = await join({ role: 'owner' });

  const signedIn = (actor: Actor) => withCredential(unitOfWork, actor);

  return {
    ...storage,
    clock,
    owner,
    asOwner: anActor(owner),
    join,
    find: (id: UserId) => unitOfWork.run((tx) => tx.users.find(id)),
    get: (id: UserId) => unitOfWork.run((tx) => tx.users.get(id)),

    create: async (actor: Actor, fields: UserFields, password?: string, currentPassword?: string) =>
      unitOfWork.run(await create(await signedIn(actor), { fields, password, currentPassword })),
    inviteByLink: async (actor: Actor, fields: Invitation) =>
      unitOfWork.run(await inviteByLink(await signedIn(actor), { fields })),
    invite: async (actor: Actor, fields: Invitation, currentPassword?: string) =>
      (await unitOfWork.run(await invite(await signedIn(actor), { fields, currentPassword }))).user,
    change: async (actor: Actor, id: UserId, patch: UserPatch & CredentialChange, expected?: readonly number[]) => {
      const { password, currentPassword, otp, revokeKeys, ...fields } = patch;
      const credentials = { password, currentPassword, otp, revokeKeys };
      const work = await change(await signedIn(actor), { id, patch: fields, ...credentials, expected });
      return (await unitOfWork.run(work)).user;
    },
    /** Changes a user without creating the actor's credential. */
    changeWith: async (actor: Actor, id: UserId, patch: UserPatch) =>
      unitOfWork.run(await change(actor, { id, patch, expected: undefined })),
    replace: async (actor: Actor, id: UserId, fields: UserFields & CredentialChange, expected?: readonly number[]) => {
      const { password, currentPassword, otp, revokeKeys, ...rest } = fields;
      const credentials = { password, currentPassword, otp, revokeKeys };
      const work = await replace(await signedIn(actor), { id, fields: rest, ...credentials, expected });
      return (await unitOfWork.run(work)).user;
    },
    erase: async (actor: Actor, id: UserId, expected?: readonly number[]) =>
      unitOfWork.run(await erase(actor, { id, expected })),
    exportUser,
    requestPasswordReset: (email: string) => unitOfWork.run(requestPasswordReset(anonymous, { email })),
    requestEmailVerification: (actor: Actor) => unitOfWork.run(requestEmailVerification(actor)),
    resetPassword: async (token: string, password: string, revokeKeys?: boolean) =>
      unitOfWork.run(await resetPassword(anonymous, { token, password, revokeKeys })),
    verifyEmail: async (token: string, actor = anonymous) => unitOfWork.run(await verifyEmail(actor, { token })),

    /** A token mailed to the user's current or pending e-mail, valid for a minute. */
    async send({ id, email, pendingEmail }: User, purpose: TokenPurpose): Promise<string> {
      const { token, hash } = bearerTokens.make(KIND_OF[purpose]);
      const recipient = emailKey(purpose === 'email_change' ? (pendingEmail ?? '') : email);
      const sent = { hash, purpose, userId: id, emailKey: recipient, expiresAt: noonPlus(60) };
      await unitOfWork.run((tx) => tx.oneTimeTokens.add(sent));
      return token;
    },

    /** Gives the user a session, a key and a token; the result tells which of them still work. */
    async equip(user: User): Promise<() => Promise<string[]>> {
      const [{ session }, { key }] = [aSession(user), aKey(user)];
      const token = { hash: bearerTokens.make('cpv').hash, purpose: 'email_verification' } as const;
      await unitOfWork.run(async (tx) => {
        await tx.sessions.add(session);
        await tx.apiKeys.add(key);
        const rest = { userId: user.id, emailKey: emailKey(user.email), expiresAt: noonPlus(60) };
        await tx.oneTimeTokens.add({ ...token, ...rest });
      });
      return async () => {
        const found = {
          session: (await storage.credentialQueries.findByHash(session.hash)) !== undefined,
          key: (await storage.credentialQueries.findByHash(key.hash))?.revokedAt === null,
          token: await oneTimeTokens.has(token, clock.now()),
        };
        return Object.entries(found).flatMap(([name, isThere]) => (isThere ? [name] : []));
      };
    },

    /** The pending mail requests. */
    waiting: async () => {
      const requests = await storage.mailQueue.claim({ at: clock.now(), until: clock.now(), limit: 100 });
      return requests.map((request) => [request.purpose, subjectOf(request)]);
    },

    /** The audit entries of a resource, the oldest first. */
    async auditOf(resourceId: UserId): Promise<AuditEntryView[]> {
      const { items } = await storage.auditQueries.list({ filter: { resource_id: resourceId }, page: { limit: 100 } });
      return items.map(Json.parse).reverse();
    },
  };
};

export type Users = Awaited<ReturnType<typeof openUsers>>;

/** A caller with the user's API key of these scopes. */
export const aProgram = (user: User, ...scopes: readonly Scope[]): Actor => ({
  ...anActor(user, scopes),
  kind: 'api_key',
  credentialId: ids.next('key'),
  own: false,
});
