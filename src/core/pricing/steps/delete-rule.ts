import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Resource } from '#core/shared/resource.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { PricingTx } from '../ports.ts';
import type { RuleKind } from '../rule-kinds.ts';

export type DeleteRule<R extends Resource> = (
  actor: Actor,
  command: Readonly<{ id: R['id']; expected: ExpectedVersions }>,
) => Work<void, PricingTx>;

export const makeDeleteRule =
  <R extends Resource, Fields extends object>(
    kind: Pick<RuleKind<R, Fields>, 'repository' | 'auditEntry'>,
    { clock }: Readonly<{ clock: BusinessClock }>,
  ): DeleteRule<R> =>
  (actor, { id, expected }) =>
  async (tx) => {
    const repository = kind.repository(tx);
    const before = await repository.get(id);
    await requireVersion(tx.audit, before, expected);
    const at = clock.now();
    await repository.remove(id);
    await tx.audit.append(kind.auditEntry(actor, 'deleted', { before, after: null, at }));
  };
