import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { isUnchanged, type Resource } from '#core/shared/resource.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { PricingTx } from '../ports.ts';
import type { RuleKind } from '../rule-kinds.ts';

/** Null resets a field to its default, and arrays replace those before. */
export type ChangeRule<R extends Resource, Fields> = (
  actor: Actor,
  command: Readonly<{ id: R['id']; patch: Partial<Fields>; expected: ExpectedVersions }>,
) => Work<R, PricingTx>;

type Deps = Readonly<{ clock: BusinessClock }>;

export const makeChangeRule =
  <R extends Resource, Fields extends object>(kind: RuleKind<R, Fields>, { clock }: Deps): ChangeRule<R, Fields> =>
  (actor, { id, patch, expected }) =>
  async (tx) => {
    const repository = kind.repository(tx);
    await repository.lock();
    const before = await repository.get(id);
    await requireVersion(tx.audit, before, expected);
    const at = clock.now();
    const { currency: storeCurrency } = await tx.shopRules.read();
    const after = kind.change(before, { ...kind.fieldsOf(before, patch), ...patch } as Fields, { storeCurrency, at });
    if (isUnchanged(kind.view(before), kind.view(after))) return before;
    await kind.requireFits(tx, after, before);
    await repository.save(after);
    await tx.audit.append(kind.auditEntry(actor, 'updated', { before, after }));
    return after;
  };
