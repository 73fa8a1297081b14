import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { shopAuditEntry } from '../audit-entries.ts';
import type { ShopTx } from '../ports.ts';
import { Shop, type ShopFields, shopView } from '../shop.ts';

/** Null resets a field to its default. */
export type ShopPatch = MergePatch<ShopFields>;

export type ChangeShop = (
  actor: Actor,
  command: Readonly<{ patch: ShopPatch; expected: ExpectedVersions }>,
) => Work<Shop, ShopTx>;

export const makeChangeShop =
  ({ clock }: Readonly<{ clock: BusinessClock }>): ChangeShop =>
  (actor, { patch, expected }) =>
  async (tx) => {
    const before = await requireVersion(tx.audit, await tx.shop.get(), expected);
    const after = Shop.change(before, mergePatch(Shop.fieldsOf(before), patch) as ShopFields, clock.now());
    if (isUnchanged(shopView(before), shopView(after))) return before;
    await tx.shop.save(after);
    await tx.audit.append(shopAuditEntry(actor, 'updated', { before, after }));
    return after;
  };
