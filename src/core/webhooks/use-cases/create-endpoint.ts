import { type Confirmation, type ConfirmDeps, verifyCurrentPassword } from '#core/access/confirm-caller.ts';
import { beginConfirmed } from '#core/access/steps/begin-confirmed.ts';
import type { Actor } from '#core/shared/actor.ts';
import { conflict, invalid } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { requireEndpointAccess, requireMayReceive } from '../endpoint-access.ts';
import type { WebhookSecrets, WebhooksTx, WebhookTargets } from '../ports.ts';
import { endpointAuditEntry } from '../records.ts';
import { notifyOfEndpoint } from '../steps/notify-of-endpoint.ts';
import { type EndpointFields, type EndpointId, MAX_ENDPOINTS, WebhookEndpoint } from '../webhook-endpoint.ts';

/** @throws DomainError `validation_failed` for a URL that is not an allowed target. */
export const requireTarget = async (targets: WebhookTargets, url: string): Promise<void> => {
  const message = await targets.errorOf(url);
  if (message !== undefined) throw invalid([{ path: ['url'], code: 'url.forbidden', message }]);
};

/** An endpoint with its signing secret, which is shown only once. */
type IssuedEndpoint = Readonly<{ endpoint: WebhookEndpoint; secret: string }>;

/**
 * The endpoint belongs to the actor's user, and the actor must be able to read all of its events. A session confirms it,
 * and the user is notified.
 */
export type CreateEndpoint = (
  actor: Actor,
  command: Readonly<{ fields: EndpointFields }> & Confirmation,
) => Promise<Work<IssuedEndpoint, WebhooksTx>>;

type Deps = ConfirmDeps & Readonly<{ targets: WebhookTargets; secrets: WebhookSecrets; ids: IdGenerator }>;

export const makeCreateEndpoint =
  ({ targets, secrets, ids, ...deps }: Deps): CreateEndpoint =>
  async (actor, { fields, ...confirmation }) => {
    requireMayReceive(actor, fields);
    await requireTarget(targets, fields.url);
    const verified = await verifyCurrentPassword(deps, actor, confirmation);
    const { systemClock } = deps;
    return async (tx) => {
      const { user, origin } = await beginConfirmed(tx, { actor, verified, systemClock });
      if ((await tx.webhooks.count()) >= MAX_ENDPOINTS) {
        throw conflict(`The limit of ${MAX_ENDPOINTS} webhooks is reached: delete one that is not needed.`);
      }
      const { secret, encrypted } = secrets.make();
      const at = systemClock.now();
      const setUp = { ownerId: user.id, origin, encrypted, at };
      const endpoint = WebhookEndpoint.create(ids.next('wh'), fields, setUp);
      await tx.webhooks.add(endpoint);
      await notifyOfEndpoint(tx, actor, { purpose: 'webhook_created', user, endpoint });
      await tx.audit.append(endpointAuditEntry(actor, 'created', { before: null, after: endpoint, at }));
      return { endpoint, secret };
    };
  };

/**
 * Signs with a new secret from now on, and with the earlier ones until the overlap ends. Requires what the creation of an
 * endpoint requires.
 */
export type RotateSecret = (
  actor: Actor,
  command: Readonly<{ id: EndpointId; overlapSeconds: number }> & Confirmation,
) => Promise<Work<IssuedEndpoint, WebhooksTx>>;

export const makeRotateSecret =
  ({ secrets, ...deps }: Pick<Deps, 'secrets'> & ConfirmDeps): RotateSecret =>
  async (actor, { id, overlapSeconds, ...confirmation }) => {
    const verified = await verifyCurrentPassword(deps, actor, confirmation);
    const { systemClock } = deps;
    return async (tx) => {
      const { user, origin } = await beginConfirmed(tx, { actor, verified, systemClock });
      const before = await tx.webhooks.get(id);
      requireEndpointAccess(actor, before);
      requireMayReceive(actor, before);
      const { secret, encrypted } = secrets.make();
      const at = systemClock.now();
      const setUp = { origin, encrypted, at };
      const after = WebhookEndpoint.rotate(before, { ...setUp, overlapMs: overlapSeconds * 1000 });
      await tx.webhooks.save(after);
      await tx.deliveries.wake(id, at);
      await notifyOfEndpoint(tx, actor, { purpose: 'webhook_changed', user, endpoint: after });
      await tx.audit.append(endpointAuditEntry(actor, 'secret_rotated', { before, after, at }));
      return { endpoint: after, secret };
    };
  };
