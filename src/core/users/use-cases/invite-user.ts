import { type Confirmation, type ConfirmDeps, verifyCurrentPassword } from '#core/access/confirm-caller.ts';
import { type Actor, countedClient } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import { alreadyExists } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { requireAuthority, requireMayGrant, requireMayWrite } from '../authority.ts';
import type { UsersTx } from '../ports.ts';
import type { MakeInvitationLink } from '../steps/invitation-link.ts';
import { requireActiveActor, requireConfirmationFor } from '../steps/require-may-store.ts';
import { addUser, saveUser } from '../steps/store-user.ts';
import { type Invitation, User } from '../user.ts';

/** An invited user. The link is that of the invitation where it is not mailed. */
export type Invited = Readonly<{ user: User; link: string | null }>;

/**
 * Creates a user without a password and requests a mail with a token to set one, or makes a link to pass on. A user who
 * has not set one yet gets the new fields and a new token, and the former one becomes invalid. A session confirms the
 * permissions.
 */
export type InviteUser = (
  actor: Actor,
  command: Readonly<{ fields: Invitation }> & Confirmation,
) => Promise<Work<Invited, UsersTx>>;

type Deps = ConfirmDeps &
  Clocks &
  Readonly<{
    ids: IdGenerator;
    /** Undefined where invitations are mailed. */
    linkOf?: MakeInvitationLink | undefined;
  }>;

export const makeInviteUser =
  (deps: Deps): InviteUser =>
  async (actor, { fields, ...confirmation }) => {
    const verified = await verifyCurrentPassword(deps, actor, confirmation);
    return async (tx) => {
      // hashing is slow: the actor may have been revoked meanwhile
      if (verified !== undefined) await requireActiveActor(tx, actor);
      const at = deps.clock.now();
      const before = await lockByEmail(tx, fields.email);
      if (before !== undefined) requireInvitable(actor, before);
      const created = User.create(deps.ids.next('usr'), fields, { passwordHash: null, at });
      const user = before === undefined ? { ...created, invitedAt: at } : User.invite(before, fields, at);
      requireMayGrant(actor, user);
      await requireConfirmationFor(tx, { actor, systemClock: deps.systemClock, verified }, [before ?? user, user]);
      if (before === undefined) await addUser(tx, actor, user);
      else {
        await saveUser(tx, actor, { before, after: user });
        await tx.oneTimeTokens.removeAllOf(user.id);
      }
      if (deps.linkOf !== undefined) return { user, link: await deps.linkOf(tx, user) };
      const recipient = { emailKey: emailKey(user.email), userId: user.id };
      await tx.mailRequests.add({ purpose: 'invitation', ...recipient, client: countedClient(actor) });
      return { user, link: null };
    };
  };

/** The user of an e-mail. Invitations of one e-mail wait for each other, so that they create one user. */
const lockByEmail = async (tx: UsersTx, email: string): Promise<User | undefined> => {
  const key = emailKey(email);
  await tx.users.lockEmail(key);
  const found = await tx.users.findByEmail(key);
  const user = found && (await tx.users.lock(found.id));
  return user !== undefined && emailKey(user.email) === key ? user : undefined;
};

/** @throws DomainError `already_exists` for a user with a password, or a disabled one; `insufficient_scope`. */
const requireInvitable = (actor: Actor, user: User): void => {
  if (!User.isInvitable(user)) throw alreadyExists('email', 'has an account already, with a password or disabled');
  requireMayWrite(actor, user);
  requireAuthority(actor, user);
};
