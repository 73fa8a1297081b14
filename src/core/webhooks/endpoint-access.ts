import { Role } from '#core/access/role.ts';
import { Scope } from '#core/access/scope.ts';
import { EventAccess, EventPattern } from '#core/events/event-types.ts';
import { Actor } from '#core/shared/actor.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** Whether an actor sees and changes the endpoints of all users: with all scopes of an admin. */
const isWebhookAdmin = ({ scopes }: Actor): boolean =>
  Role.scopes('admin').every((scope) => Scope.covers(scopes, scope));

/** The user whose endpoints an actor sees; undefined for those of all. */
export const endpointOwnerFilterOf = (actor: Actor): Id<'usr'> | undefined =>
  isWebhookAdmin(actor) ? undefined : Actor.userOf(actor);

/** @throws DomainError `not_found` for an endpoint of another user. */
export const requireEndpointAccess = (actor: Actor, { id, ownerId }: Pick<WebhookEndpoint, 'id' | 'ownerId'>): void => {
  const owner = endpointOwnerFilterOf(actor);
  if (owner !== undefined && owner !== ownerId) throw notFound('webhook', id);
};

/** @throws DomainError `insufficient_scope` for events that the actor may not read. */
export const requireMayReceive = (actor: Actor, { events }: Pick<WebhookEndpoint, 'events'>): void =>
  EventAccess.requireAll(actor, typesOf({ events }), 'Sending these events to a webhook');

/** The types that an endpoint selects. */
const typesOf = ({ events }: Pick<WebhookEndpoint, 'events'>): readonly string[] => [
  ...new Set<string>(events.flatMap(EventPattern.types)),
];

/** Whether an endpoint selects types that it did not select before. */
export const selectsMore = (
  before: Pick<WebhookEndpoint, 'events'>,
  after: Pick<WebhookEndpoint, 'events'>,
): boolean => {
  const selected = new Set(typesOf(before));
  return typesOf(after).some((type) => !selected.has(type));
};

/** An endpoint with the scopes that its owner holds now: none if the owner is disabled or was erased. */
export type OwnedEndpoint = WebhookEndpoint & Readonly<{ ownerScopes: ReadonlySet<string> }>;

/** The types that are delivered to an endpoint: of those it selects, those that its owner may read. */
export const deliveredTypes = ({ events, ownerScopes }: Pick<OwnedEndpoint, 'events' | 'ownerScopes'>): string[] =>
  typesOf({ events }).filter((type) => EventAccess.mayRead(ownerScopes, type));
