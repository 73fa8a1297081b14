import { type Confirmation, type ConfirmDeps, verifyCurrentPassword } from '#core/access/confirm-caller.ts';
import { Role } from '#core/access/role.ts';
import { Scope } from '#core/access/scope.ts';
import { beginConfirmed } from '#core/access/steps/begin-confirmed.ts';
import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { invalidState, unknownReference } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { requireEndpointAccess, requireMayReceive } from '../endpoint-access.ts';
import type { WebhooksTx, WebhookTargets } from '../ports.ts';
import { endpointAuditEntry, endpointChanged } from '../records.ts';
import { notifyOfEndpoint } from '../steps/notify-of-endpoint.ts';
import { type EndpointChange, type EndpointId, setUpBy, WebhookEndpoint } from '../webhook-endpoint.ts';
import { webhookEndpointView } from '../webhook-endpoint-view.ts';
import { requireTarget } from './create-endpoint.ts';

/**
 * A new URL or selection of events requires the scopes that read them. Admins transfer endpoints to other users.
 * Without a change it writes nothing. A session confirms another URL or owner, and the user and the owner are notified.
 */
export type ChangeEndpoint = (
  actor: Actor,
  command: Readonly<{ id: EndpointId; fields: EndpointChange; expected: ExpectedVersions }> & Confirmation,
) => Promise<Work<WebhookEndpoint, WebhooksTx>>;

export const makeChangeEndpoint =
  ({ targets, ...deps }: ConfirmDeps & Readonly<{ targets: WebhookTargets }>): ChangeEndpoint =>
  async (actor, { id, fields, expected, ...confirmation }) => {
    if (fields.url !== undefined) await requireTarget(targets, fields.url);
    const verified = await verifyCurrentPassword(deps, actor, confirmation);
    const { systemClock } = deps;
    return async (tx) => {
      const isSetUp = fields.url !== undefined || fields.ownerId !== undefined;
      // users are locked before endpoints
      if (isSetUp) await tx.users.lock(Actor.userOf(actor));
      const before = await tx.webhooks.get(id);
      requireEndpointAccess(actor, before);
      await requireVersion(tx.events, before, expected);
      const at = systemClock.now();
      const changed = WebhookEndpoint.change(before, fields, at);
      const setUp = isSetUp ? await setUpAgain(tx, { actor, verified, systemClock }, { before, changed }) : {};
      const after = { ...changed, ...setUp };
      if (fields.url !== undefined || fields.events !== undefined) requireMayReceive(actor, after);
      await requireOwner(tx, actor, { before, after });
      if (isUnchanged(webhookEndpointView(before), webhookEndpointView(after))) return before;
      await tx.webhooks.save(after);
      // pending deliveries apply the change at once, or are given up, rather than when they are due
      await tx.deliveries.wake(id, at);
      await tx.events.append(actor, endpointChanged(before, after));
      await tx.audit.append(endpointAuditEntry(actor, 'updated', { before, after, at }));
      return after;
    };
  };

/**
 * The session behind another URL or owner, which it confirms, and with which the endpoint ends from now on.
 */
const setUpAgain = async (
  tx: WebhooksTx,
  caller: Parameters<typeof beginConfirmed>[1],
  { before, changed }: Readonly<{ before: WebhookEndpoint; changed: WebhookEndpoint }>,
): Promise<Partial<ReturnType<typeof setUpBy>>> => {
  if (changed.url === before.url && changed.ownerId === before.ownerId) return {};
  const { user, origin } = await beginConfirmed(tx, caller);
  await notifyOfEndpoint(tx, caller.actor, { purpose: 'webhook_changed', user, endpoint: changed });
  return setUpBy(origin);
};

/** @throws DomainError for a transfer by others than admins or to no active user, and for enabling without an owner. */
const requireOwner = async (
  tx: WebhooksTx,
  actor: Actor,
  { before, after }: Readonly<{ before: WebhookEndpoint; after: WebhookEndpoint }>,
): Promise<void> => {
  const isTransfer = before.ownerId !== after.ownerId;
  const isEnabling = !before.enabled && after.enabled;
  if (!isTransfer && !isEnabling) return;
  const owner = after.ownerId === null ? undefined : await tx.users.find(after.ownerId);
  if (isTransfer) {
    Scope.requireAll(actor, Role.scopes('admin'), 'Transferring a webhook');
    if (owner?.status !== 'active') {
      const message = 'must be the id of an active user';
      throw unknownReference([{ path: ['owner_id'], code: 'any.unknown_reference', message }]);
    }
  }
  if (owner?.status !== 'active') {
    throw invalidState('The webhook has no active owner: an admin must transfer it first.', 'owner_disabled');
  }
};

export type DeleteEndpoint = (
  actor: Actor,
  command: Readonly<{ id: EndpointId; expected: ExpectedVersions }>,
) => Work<void, WebhooksTx>;

export const makeDeleteEndpoint =
  ({ systemClock }: { systemClock: SystemClock }): DeleteEndpoint =>
  (actor, { id, expected }) =>
  async (tx) => {
    const before = await tx.webhooks.get(id);
    requireEndpointAccess(actor, before);
    await requireVersion(tx.events, before, expected);
    const at = systemClock.now();
    await tx.webhooks.remove(id);
    await tx.deliveries.wake(id, at);
    await tx.audit.append(endpointAuditEntry(actor, 'deleted', { before, after: null, at }));
  };
