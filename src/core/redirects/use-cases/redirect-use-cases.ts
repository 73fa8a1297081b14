import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { RedirectsTx } from '../ports.ts';
import { redirectAuditEntry, redirectCreated, redirectDeleted, redirectUpdated } from '../records.ts';
import { Redirect, type RedirectFields, type RedirectId, redirectEventView } from '../redirect.ts';

export type CreateRedirect = (actor: Actor, fields: RedirectFields) => Work<Redirect, RedirectsTx>;

export const makeCreateRedirect =
  ({ clock, ids }: Readonly<{ clock: BusinessClock; ids: IdGenerator }>): CreateRedirect =>
  (actor, fields) =>
  async (tx) => {
    const redirect = Redirect.create(ids.next('rdr'), fields, clock.now());
    Redirect.requireEnd(redirect, await tx.redirects.listFollowing(redirect));
    await tx.redirects.add(redirect);
    await tx.events.append(actor, redirectCreated(redirect));
    await tx.audit.append(redirectAuditEntry(actor, 'created', { before: null, after: redirect }));
    return redirect;
  };

export type UpdateRedirect = (
  actor: Actor,
  command: Readonly<{ id: RedirectId; patch: Partial<RedirectFields>; expected: ExpectedVersions }>,
) => Work<Redirect, RedirectsTx>;

export const makeUpdateRedirect =
  ({ clock }: Readonly<{ clock: BusinessClock }>): UpdateRedirect =>
  (actor, { id, patch, expected }) =>
  async (tx) => {
    const before = await requireVersion(tx.events, await tx.redirects.get(id), expected);
    const after = Redirect.change(before, patch, clock.now());
    if (isUnchanged(redirectEventView(before), redirectEventView(after))) return before;
    Redirect.requireEnd(after, await tx.redirects.listFollowing(after));
    await tx.redirects.save(after);
    await tx.events.append(actor, redirectUpdated(before, after));
    await tx.audit.append(redirectAuditEntry(actor, 'updated', { before, after }));
    return after;
  };

export type DeleteRedirect = (
  actor: Actor,
  command: Readonly<{ id: RedirectId; expected: ExpectedVersions }>,
) => Work<void, RedirectsTx>;

export const makeDeleteRedirect =
  ({ clock }: Readonly<{ clock: BusinessClock }>): DeleteRedirect =>
  (actor, { id, expected }) =>
  async (tx) => {
    const redirect = await requireVersion(tx.events, await tx.redirects.get(id), expected);
    const at = clock.now();
    await tx.redirects.remove(id);
    await tx.events.append(actor, redirectDeleted(redirect, at));
    await tx.audit.append(redirectAuditEntry(actor, 'deleted', { before: redirect, after: null, at }));
  };
