import { Role } from '#core/access/role.ts';
import type { WebhooksTx } from '../ports.ts';
import type { WebhookEndpoint } from '../webhook-endpoint.ts';

/** The scopes of an endpoint's owner: none if the owner is disabled or was erased. */
export const ownerScopesOf = async (
  tx: WebhooksTx,
  { ownerId }: Pick<WebhookEndpoint, 'ownerId'>,
): Promise<ReadonlySet<string>> => {
  const owner = ownerId === null ? undefined : await tx.users.find(ownerId);
  return owner?.status === 'active' ? Role.granted(owner) : new Set();
};
