import { requireLastingSession } from '#core/access/steps/require-lasting-session.ts';
import { Actor } from '#core/shared/actor.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { isSameValue } from '#core/shared/same-value.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { UsersTx } from '../ports.ts';
import { type SavedView, SavedViews } from '../saved-views.ts';

/** Replaces the saved views of the actor's user. Without a change it writes nothing. */
export type SaveViews = (
  actor: Actor,
  command: Readonly<{ views: readonly SavedView[]; expected: ExpectedVersions }>,
) => Work<SavedViews, UsersTx>;

export const saveViews: SaveViews =
  (actor, { views, expected }) =>
  async (tx) => {
    // concurrent writers wait for each other, and for an erasure
    const { id } = await tx.users.get(Actor.userOf(actor));
    await requireLastingSession(tx, actor);
    const before = await tx.savedViews.read(id);
    await requireVersion({ changedFields: async () => ['views'] }, { id, version: before.version }, expected);
    if (isSameValue(before.views, views)) return before;
    const after = SavedViews.replace(before, views);
    await tx.savedViews.save(after);
    return after;
  };
