import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Resource } from '#core/shared/resource.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { PricingTx } from '../ports.ts';
import type { RuleKind } from '../rule-kinds.ts';

export type CreateRule<R, Fields> = (actor: Actor, fields: Fields) => Work<R, PricingTx>;

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator }>;

export const makeCreateRule =
  <R extends Resource, Fields extends object>(kind: RuleKind<R, Fields>, { clock, ids }: Deps): CreateRule<R, Fields> =>
  (actor, fields) =>
  async (tx) => {
    const at = clock.now();
    const { currency: storeCurrency } = await tx.shopRules.read();
    const rule = kind.create(ids.next(kind.prefix), fields, { storeCurrency, at });
    const repository = kind.repository(tx);
    await repository.lock();
    await kind.requireFits(tx, rule, undefined);
    await repository.add(rule);
    await tx.audit.append(kind.auditEntry(actor, 'created', { before: null, after: rule }));
    return rule;
  };
