// Why: docs/decisions/0023-confirmed-changes.md

import { endSessionsOf } from '#core/access/end-sessions.ts';
import type { Actor } from '#core/shared/actor.ts';
import { disableSetUpBy } from '#core/webhooks/steps/disable-set-up-by.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import type { UsersTx } from '../ports.ts';
import type { UserId } from '../user.ts';

type End = Readonly<{
  userId: UserId;
  /** Whether all keys of the user are revoked and all webhooks disabled, whoever set them up. */
  revokeKeys?: boolean | undefined;
  at: Date;
}>;

/**
 * Ends all sessions of a locked user by force, and whatever they have set up to keep an access: keys are revoked, and
 * webhooks disabled.
 * @returns the ids of the disabled webhooks.
 */
export const endAccessOf = async (
  tx: UsersTx,
  actor: Actor,
  { userId, revokeKeys = false, at }: End,
): Promise<readonly EndpointId[]> => {
  const sessions = await endSessionsOf(tx, actor, { userId, revokeKeys, at });
  return disableSetUpBy(tx, actor, { sessions, ownerId: revokeKeys ? userId : null, at });
};
