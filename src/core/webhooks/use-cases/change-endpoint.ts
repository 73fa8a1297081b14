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
import { requireEndpointAccess, requireMayReceive, selectsMore } from '../endpoint-access.ts';
import type { WebhooksTx, WebhookTargets } from '../ports.ts';
import { endpointAuditEntry, endpointChanged } from '../records.ts';
import { notifyOfEndpoint } from '../steps/notify-of-endpoint.ts';
import { type EndpointChange, type EndpointId, setUpBy, WebhookEndpoint } from '../webhook-endpoint.ts';
import { webhookEndpointView } from '../webhook-endpoint-view.ts';
import { requireTarget } from './create-endpoint.ts';

/**
 * A new URL or selection of events requires the scopes that read them. Admins transfer endpoints to other users.
 * Without a change it writes nothing. Another URL or owner, more events, and enabling what was disabled by force set the
 * endpoint up again: a session confirms it, and the user and the owner are notified.
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
      const { url, ownerId, events, enabled } = fields;
      const maySetUp = url !== undefined || ownerId !== undefined || events !== undefined || enabled === true;
      // users are locked before endpoints
      if (maySetUp) await tx.users.lock(Actor.userOf(actor));
      const before = await tx.webhooks.get(id);
      requireEndpointAccess(actor, before);
      await requireVersion(tx.events, before, expected);
      const at = systemClock.now();
      const changed = WebhookEndpoint.change(before, fields, at);
      const isSetUp = isSetUpAgain(before, changed);
      if (isSetUp || url !== undefined || events !== undefined) requireMayReceive(actor, changed);
      const setUp = isSetUp ? await setUpAgain(tx, { actor, verified, systemClock }, changed) : {};
      const after = { ...changed, ...setUp };
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

/** Whether somebody who changes it could go on reading by it. */
const isSetUpAgain = (before: WebhookEndpoint, changed: WebhookEndpoint): boolean =>
  changed.url !== before.url ||
  changed.ownerId !== before.ownerId ||
  selectsMore(before, changed) ||
  (changed.enabled && WebhookEndpoint.isDisabledByForce(before));

/** The session or key behind the change, with which the endpoint ends from now on. A session confirms it. */
const setUpAgain = async (
  tx: WebhooksTx,
  caller: Parameters<typeof beginConfirmed>[1],
  endpoint: WebhookEndpoint,
): Promise<ReturnType<typeof setUpBy>> => {
  const { user, origin } = await beginConfirmed(tx, caller);
  await notifyOfEndpoint(tx, caller.actor, { purpose: 'webhook_changed', user, endpoint });
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
