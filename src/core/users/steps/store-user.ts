import type { VerifiedPassword } from '#core/access/confirm-caller.ts';
import { accessLevelOf } from '#core/access/ownership.ts';
import type { AccountMailPurpose } from '#core/mails/ports.ts';
import { type Actor, countedClient } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import { emailKey, isSameSpelling } from '#core/shared/mail.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import { SharedMetadata } from '#core/shared/shared-metadata.ts';
import { applyOwnerChange } from '#core/webhooks/steps/apply-owner-change.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { writeScopeOf } from '../authority.ts';
import type { UsersTx } from '../ports.ts';
import { userAuditEntry, userCreated, userUpdated, userUpdatedBy } from '../records.ts';
import { User, type UserFields } from '../user.ts';
import { staffUserView } from '../user-view.ts';
import { endAccessOf } from './end-access.ts';
import { changesRights, requireAnotherOwner, requireMayStore } from './require-may-store.ts';

/** Requests the mails that notify a user at the former address of changes that somebody else may have made. */
export const requestNotices = async (
  tx: UsersTx,
  actor: Actor,
  { before, after }: Readonly<{ before: User; after: User }>,
): Promise<void> => {
  const recipient = { emailKey: before.email, userId: before.id, client: countedClient(actor) };
  for (const purpose of noticesOf(before, after)) await tx.mailRequests.add({ purpose, ...recipient });
};

const noticesOf = (before: User, after: User): AccountMailPurpose[] => {
  const notices: AccountMailPurpose[] = [];
  if (before.passwordHash !== null && before.passwordHash !== after.passwordHash) notices.push('password_changed');
  if (!isSameSpelling(before.email, after.email)) notices.push('email_changed');
  if (after.pendingEmail !== null && before.pendingEmail !== after.pendingEmail) notices.push('email_change_requested');
  return notices;
};

/** Adds a user, with event and audit entry. */
export const addUser = async (tx: UsersTx, actor: Actor, user: User): Promise<User> => {
  await tx.users.add(user);
  await tx.events.append(actor, userCreated(user));
  await tx.audit.append(userAuditEntry(actor, 'created', { before: null, after: user }));
  return user;
};

/** Stores a user's next version, with event and audit entry. */
export const saveUser = async (
  tx: UsersTx,
  actor: Actor,
  { before, after }: Readonly<{ before: User; after: User }>,
): Promise<void> => {
  await tx.users.save(after);
  await tx.events.append(actor, userUpdated(before, after));
  await tx.audit.append(...userUpdatedBy(actor, before, after));
};

type Change = Readonly<{
  before: User;
  fields: UserFields;
  /** Whether the writer names the e-mail: otherwise a pending one stays. */
  setsEmail: boolean;
  /** Undefined to keep the password. */
  passwordHash: string | undefined;
  /** Whether a new password revokes all API keys of the user. */
  revokeKeys: boolean;
  verified: VerifiedPassword;
}>;

/** A changed user, and the webhooks that were disabled with the user or with the sessions that set them up. */
export type StoredUser = Readonly<{ user: User; disabledWebhooks: readonly EndpointId[] | undefined }>;

/**
 * Stores a user's new fields within the actor's permissions, notifies the user, and writes event and audit entry. Without
 * a change it writes nothing, except that it requests the mail again that a named pending e-mail waits for.
 */
export const storeUser = async (
  tx: UsersTx,
  { actor, clock, systemClock }: Clocks & { actor: Actor },
  change: Change,
): Promise<StoredUser> => {
  const { before, verified, revokeKeys } = change;
  const at = clock.now();
  const after = changedUser(actor, change, at);
  await requireMayStore(tx, { actor, systemClock, verified }, { before, after });
  if (!User.isActiveOwner(after)) await requireAnotherOwner(tx, before);
  const hasOtherPassword = before.passwordHash !== after.passwordHash;
  if (!hasOtherPassword && isUnchanged(staffUserView(before), staffUserView(after))) {
    if (change.setsEmail) await requestConfirmationOf(tx, actor, before);
    return { user: before, disabledWebhooks: undefined };
  }
  await tx.users.save(after);
  const isLockedOut = before.status === 'active' && after.status === 'disabled';
  const hasOtherEmail = !isSameSpelling(before.email, after.email);
  const revoked = { userId: after.id, revokeKeys: hasOtherPassword && revokeKeys, at };
  const ended = hasOtherPassword || isLockedOut ? await endAccessOf(tx, actor, revoked) : [];
  if (hasOtherPassword || isLockedOut || hasOtherEmail) await tx.oneTimeTokens.removeAllOf(after.id);
  // one for another spelling of the same e-mail would prove this one
  else if (before.pendingEmail !== after.pendingEmail) await tx.oneTimeTokens.removeAllOf(after.id, 'email_change');
  if (hasOtherEmail) await tx.mailRequests.removeAllOf(emailKey(before.email));
  await requestNotices(tx, actor, { before, after });
  if (change.setsEmail) await requestConfirmationOf(tx, actor, after);
  await tx.events.append(actor, userUpdated(before, after));
  await tx.audit.append(...userUpdatedBy(actor, before, after));
  const disabled = await applyToWebhooks(tx, actor, { before, after, at });
  const all = [...ended, ...(disabled ?? [])];
  return { user: after, disabledWebhooks: isLockedOut || all.length > 0 ? all : undefined };
};

const applyToWebhooks = async (
  tx: UsersTx,
  actor: Actor,
  { before, after, at }: Readonly<{ before: User; after: User; at: Date }>,
): Promise<StoredUser['disabledWebhooks']> => {
  if (!changesRights(before, after)) return undefined;
  const isDisabled = before.status === 'active' && after.status === 'disabled';
  const change = isDisabled ? 'disabled' : 'other_scopes';
  const ids = await applyOwnerChange(tx, actor, { ownerId: after.id, change, at });
  return isDisabled ? ids : undefined;
};

const changedUser = (
  actor: Actor,
  { before, fields, setsEmail, passwordHash = before.passwordHash ?? undefined }: Change,
  at: Date,
): User => {
  const replaced = actor.userId === before.id ? User.replaceOwn(before, fields, at) : User.replace(before, fields, at);
  const hasOtherPassword = passwordHash !== undefined && passwordHash !== before.passwordHash;
  const isByShop = accessLevelOf(actor, writeScopeOf(before)) === 'all';
  const write = isByShop ? SharedMetadata.writeByShop : SharedMetadata.writeByCustomer;
  return {
    ...User.withConfirmation(replaced, { before, fields, by: actor.userId, at }),
    ...write(before, replaced.metadata),
    // a replacement by the user would remove what the user does not see
    ...(isByShop ? {} : { tags: before.tags, note: before.note }),
    passwordHash: passwordHash ?? null,
    invitedAt: passwordHash === undefined ? replaced.invitedAt : null,
    // a thief of the account may have asked for the pending e-mail
    pendingEmail: setsEmail || hasOtherPassword ? replaced.pendingEmail : before.pendingEmail,
  };
};

/** Requests the mail that a pending e-mail waits for. */
const requestConfirmationOf = async (tx: UsersTx, actor: Actor, { id, pendingEmail }: User): Promise<void> => {
  if (pendingEmail === null) return;
  const request = { purpose: 'email_change', emailKey: emailKey(pendingEmail), userId: id } as const;
  await tx.mailRequests.add({ ...request, client: countedClient(actor) });
};
