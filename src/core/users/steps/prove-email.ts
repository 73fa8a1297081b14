// Why: docs/decisions/0061-first-proof-of-an-email.md

import { removeAllFactors } from '#core/access/second-factors/remove-factors.ts';
import { deleteMethodsOf } from '#core/payments/methods/delete-methods.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type Clocks, momentOf } from '#core/shared/clock.ts';
import { endSubscriptions } from '#core/subscriptions/steps/end-subscriptions.ts';
import type { ProofTx } from '../ports.ts';
import { User } from '../user.ts';
import { endAccessOf } from './end-access.ts';
import { holderOf } from './redeem-token.ts';
import { saveUser } from './store-user.ts';

type Proof = Readonly<{
  /** Who sends the mailed token. */
  actor: Actor;
  before: User;
  /** With the e-mail that the token proves. */
  proved: User;
}>;

/**
 * Stores that the holder of a mailed token has proved the e-mail of a locked user, who acts as the user. The first proof
 * of an e-mail removes what was added before it, unless who added it holds the token: a session of the user sends it.
 */
export const proveEmail = async (tx: ProofTx, clocks: Clocks, { actor, before, proved }: Proof): Promise<User> => {
  const isSignedIn = actor.kind === 'session' && actor.userId === before.id;
  const removes = User.mayBeStrangers(before) && !isSignedIn;
  const after = removes ? User.withoutOwnFields(proved) : proved;
  const holder = holderOf(actor, before);
  await saveUser(tx, holder, { before, after });
  if (removes) await removeWhatWasAdded(tx, clocks, { holder, user: after });
  return after;
};

/** Pending requests at gateways end as those of deleted methods do. */
const removeWhatWasAdded = async (
  tx: ProofTx,
  clocks: Clocks,
  { holder, user }: Readonly<{ holder: Actor; user: User }>,
): Promise<void> => {
  const at = momentOf(clocks);
  const buyer = { userId: user.id, orderIds: [] };
  // lock order: invoices, methods, subscriptions
  await tx.invoices.lockOf(buyer);
  await endAccessOf(tx, holder, { userId: user.id, revokeKeys: true, at: at.business });
  await removeAllFactors(tx, holder, { user, at: at.system });
  await tx.oneTimeTokens.removeAllOf(user.id);
  await tx.savedViews.removeOf(user.id);
  await deleteMethodsOf(tx, holder, user.id, at);
  // they would charge a card that the owner of the e-mail saves
  await endSubscriptions(tx, { actor: holder, buyer, at: at.business });
};
