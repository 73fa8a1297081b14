import type { AccountMailPurpose } from '#core/mails/ports.ts';
import { type Actor, countedClient } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { WebhooksTx } from '../ports.ts';
import type { WebhookEndpoint } from '../webhook-endpoint.ts';

type Change = Readonly<{
  purpose: Extract<AccountMailPurpose, 'webhook_created' | 'webhook_changed'>;
  /** Whose credential did it. */
  user: Readonly<{ id: Id<'usr'>; email: string }>;
  endpoint: Pick<WebhookEndpoint, 'ownerId'>;
}>;

/** Requests the mails to who set an endpoint up, and to its owner, since somebody else may have done it. */
export const notifyOfEndpoint = async (
  tx: WebhooksTx,
  actor: Actor,
  { purpose, user, endpoint }: Change,
): Promise<void> => {
  const { ownerId } = endpoint;
  const owner = ownerId === null || ownerId === user.id ? undefined : await tx.users.find(ownerId);
  for (const { id, email } of owner === undefined ? [user] : [user, owner]) {
    await tx.mailRequests.add({ purpose, emailKey: email, userId: id, client: countedClient(actor) });
  }
};
