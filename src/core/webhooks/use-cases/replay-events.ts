import { Role } from '#core/access/role.ts';
import { EVENT_TYPES, EventPattern } from '#core/events/event-types.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { type DomainError, invalid } from '#core/shared/domain-error.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { DeliveryStatus } from '../delivery.ts';
import { deliveredTypes, requireEndpointAccess } from '../endpoint-access.ts';
import type { WebhooksTx } from '../ports.ts';
import { endpointAuditEntry } from '../records.ts';
import { type EndpointId, requireEnabled, type WebhookEndpoint } from '../webhook-endpoint.ts';

/** The scopes of an endpoint's owner: none if the owner is disabled or was erased. */
const ownerScopesOf = async (
  tx: WebhooksTx,
  { ownerId }: Pick<WebhookEndpoint, 'ownerId'>,
): Promise<ReadonlySet<string>> => {
  const owner = ownerId === null ? undefined : await tx.users.find(ownerId);
  return owner?.status === 'active' ? Role.granted(owner) : new Set();
};

type ReplayCommand = Readonly<{
  endpointId: EndpointId;
  from: Date;
  /** Now if omitted. */
  to?: Date | undefined;
  /** Patterns; the endpoint's own if omitted. */
  types?: readonly string[] | undefined;
  status?: DeliveryStatus | undefined;
}>;

type Replayed = Readonly<{
  count: number;
  /** Where to continue, if there may be more than one call handles. */
  nextFrom: Date | null;
}>;

/** Delivers the events of a period again, in order, under their ids. */
export type ReplayEvents = (actor: Actor, command: ReplayCommand) => Work<Replayed, WebhooksTx>;

const MAX_BATCH_SIZE = 10_000;

export const makeReplayEvents =
  ({ systemClock }: { systemClock: SystemClock }): ReplayEvents =>
  (actor, { endpointId, from, to, types, status }) =>
  async (tx) => {
    const endpoint = await tx.webhooks.get(endpointId);
    requireEndpointAccess(actor, endpoint);
    requireEnabled(endpoint);
    const at = systemClock.now();
    const end = to ?? at;
    if (end < from) throw endsBeforeItBegins(to);
    const own = new Set(deliveredTypes({ ...endpoint, ownerScopes: await ownerScopesOf(tx, endpoint) }));
    const requestedTypes = types === undefined ? EVENT_TYPES : types.flatMap(EventPattern.types);
    const range = { from, to: end, types: [...new Set(requestedTypes)].filter((type) => own.has(type)), status };
    const { count, last } = await tx.deliveries.replay(endpoint, { ...range, limit: MAX_BATCH_SIZE }, at);
    await tx.audit.append(endpointAuditEntry(actor, 'replayed', { before: endpoint, after: endpoint, at }));
    return { count, nextFrom: last };
  };

const endsBeforeItBegins = (to: Date | undefined): DomainError =>
  to === undefined
    ? invalid([{ path: ['from'], code: 'date.max', message: 'must not be in the future' }])
    : invalid([{ path: ['to'], code: 'date.min', message: 'must not be before from' }]);
