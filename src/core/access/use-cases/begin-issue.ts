import { Actor } from '#core/shared/actor.ts';
import { emailKey } from '#core/shared/email-key.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { ApiKey } from '../api-key.ts';
import type { BearerTokens } from '../bearer-tokens.ts';
import { type ConfirmDeps, requireConfirmation, type VerifiedPassword } from '../confirm-caller.ts';
import type { AccessTx } from '../ports.ts';
import { sessionBehind } from './issue-key.ts';

export type IssueDeps = ConfirmDeps & Readonly<{ ids: IdGenerator; tokens: BearerTokens }>;

/**
 * Begins the creation of a key: locks its user, so that sessions that end by force meanwhile leave no key, requires a
 * confirmation of a session, and requests the mail that notifies the user.
 * @returns the session behind the key.
 */
export const beginIssue = async (
  tx: AccessTx,
  { systemClock }: Pick<IssueDeps, 'systemClock'>,
  { actor, verified }: Readonly<{ actor: Actor; verified: VerifiedPassword }>,
): Promise<ApiKey['createdBySession']> => {
  const user = await tx.users.get(Actor.userOf(actor));
  if (actor.kind === 'session') await requireConfirmation(tx, { actor, systemClock, user, verified });
  const createdBySession = await sessionBehind(tx, actor);
  await tx.mailRequests.add({ purpose: 'api_key_created', emailKey: emailKey(user.email), userId: user.id });
  return createdBySession;
};
