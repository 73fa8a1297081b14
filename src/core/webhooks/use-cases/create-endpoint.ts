import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { conflict, invalid } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { requireEndpointAccess, requireMayReceive } from '../endpoint-access.ts';
import type { WebhookSecrets, WebhooksTx, WebhookTargets } from '../ports.ts';
import { endpointAuditEntry } from '../records.ts';
import { type EndpointFields, type EndpointId, MAX_ENDPOINTS, WebhookEndpoint } from '../webhook-endpoint.ts';

/** @throws DomainError `validation_failed` for a URL that is not an allowed target. */
export const requireTarget = async (targets: WebhookTargets, url: string): Promise<void> => {
  const message = await targets.errorOf(url);
  if (message !== undefined) throw invalid([{ path: ['url'], code: 'url.forbidden', message }]);
};

/** An endpoint with its signing secret, which is shown only once. */
type IssuedEndpoint = Readonly<{ endpoint: WebhookEndpoint; secret: string }>;

/** The endpoint belongs to the actor's user, and the actor must be able to read all of its events. */
export type CreateEndpoint = (actor: Actor, fields: EndpointFields) => Promise<Work<IssuedEndpoint, WebhooksTx>>;

type Deps = Readonly<{ targets: WebhookTargets; secrets: WebhookSecrets; ids: IdGenerator; systemClock: SystemClock }>;

export const makeCreateEndpoint =
  ({ targets, secrets, ids, systemClock }: Deps): CreateEndpoint =>
  async (actor, fields) => {
    requireMayReceive(actor, fields);
    await requireTarget(targets, fields.url);
    return async (tx) => {
      if ((await tx.webhooks.count()) >= MAX_ENDPOINTS) {
        throw conflict(`The limit of ${MAX_ENDPOINTS} webhooks is reached: delete one that is not needed.`);
      }
      const { secret, encrypted } = secrets.make();
      const at = systemClock.now();
      const endpoint = WebhookEndpoint.create(ids.next('wh'), fields, { ownerId: Actor.userOf(actor), encrypted, at });
      await tx.webhooks.add(endpoint);
      await tx.audit.append(endpointAuditEntry(actor, 'created', { before: null, after: endpoint, at }));
      return { endpoint, secret };
    };
  };

/** Signs with a new secret from now on, and with the earlier ones until the overlap ends. */
export type RotateSecret = (
  actor: Actor,
  command: Readonly<{ id: EndpointId; overlapSeconds: number }>,
) => Work<IssuedEndpoint, WebhooksTx>;

export const makeRotateSecret =
  ({ secrets, systemClock }: Readonly<{ secrets: WebhookSecrets; systemClock: SystemClock }>): RotateSecret =>
  (actor, { id, overlapSeconds }) =>
  async (tx) => {
    const before = await tx.webhooks.get(id);
    requireEndpointAccess(actor, before);
    const { secret, encrypted } = secrets.make();
    const at = systemClock.now();
    const after = WebhookEndpoint.rotate(before, { encrypted, overlapMs: overlapSeconds * 1000, at });
    await tx.webhooks.save(after);
    await tx.deliveries.wake(id, at);
    await tx.audit.append(endpointAuditEntry(actor, 'secret_rotated', { before, after, at }));
    return { endpoint: after, secret };
  };
