import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { isUnchanged, type Resource } from '#core/shared/resource.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { PricingTx } from '../ports.ts';
import type { RuleKind } from '../rule-kinds.ts';

/** What can be done with the rules of a kind. */
export type RuleUseCases<R extends Resource, Fields extends object> = Readonly<{
  create: (actor: Actor, fields: Fields) => Work<R, PricingTx>;
  /** Null resets a field to its default, and arrays replace those before. */
  change: (
    actor: Actor,
    command: Readonly<{ id: R['id']; patch: Partial<Fields>; expected: ExpectedVersions }>,
  ) => Work<R, PricingTx>;
  remove: (actor: Actor, command: Readonly<{ id: R['id']; expected: ExpectedVersions }>) => Work<void, PricingTx>;
}>;

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator }>;

export const makeCreateRule =
  <R extends Resource, Fields extends object>(
    kind: RuleKind<R, Fields>,
    { clock, ids }: Deps,
  ): RuleUseCases<R, Fields>['create'] =>
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

const makeChangeRule =
  <R extends Resource, Fields extends object>(
    kind: RuleKind<R, Fields>,
    { clock }: Deps,
  ): RuleUseCases<R, Fields>['change'] =>
  (actor, { id, patch, expected }) =>
  async (tx) => {
    const repository = kind.repository(tx);
    await repository.lock();
    const before = await requireVersion(tx.audit, await repository.get(id), expected);
    const at = clock.now();
    const { currency: storeCurrency } = await tx.shopRules.read();
    const after = kind.change(before, { ...kind.fieldsOf(before, patch), ...patch } as Fields, { storeCurrency, at });
    if (isUnchanged(kind.view(before), kind.view(after))) return before;
    await kind.requireFits(tx, after, before);
    await repository.save(after);
    await tx.audit.append(kind.auditEntry(actor, 'updated', { before, after }));
    return after;
  };

const makeDeleteRule =
  <R extends Resource, Fields extends object>(
    kind: RuleKind<R, Fields>,
    { clock }: Deps,
  ): RuleUseCases<R, Fields>['remove'] =>
  (actor, { id, expected }) =>
  async (tx) => {
    const repository = kind.repository(tx);
    const before = await requireVersion(tx.audit, await repository.get(id), expected);
    const at = clock.now();
    await repository.remove(id);
    await tx.audit.append(kind.auditEntry(actor, 'deleted', { before, after: null, at }));
  };

export const makeRuleUseCases = <R extends Resource, Fields extends object>(
  kind: RuleKind<R, Fields>,
  deps: Deps,
): RuleUseCases<R, Fields> => ({
  create: makeCreateRule(kind, deps),
  change: makeChangeRule(kind, deps),
  remove: makeDeleteRule(kind, deps),
});
