import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Resource } from '#core/shared/resource.ts';
import type { RuleKind } from '../rule-kinds.ts';
import { type ChangeRule, makeChangeRule } from '../steps/change-rule.ts';
import { type CreateRule, makeCreateRule } from '../steps/create-rule.ts';
import { type DeleteRule, makeDeleteRule } from '../steps/delete-rule.ts';

/** What can be done with the rules of a kind. */
export type RuleUseCases<R extends Resource, Fields extends object> = Readonly<{
  create: CreateRule<R, Fields>;
  change: ChangeRule<R, Fields>;
  remove: DeleteRule<R>;
}>;

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator }>;

export const makeRuleUseCases = <R extends Resource, Fields extends object>(
  kind: RuleKind<R, Fields>,
  deps: Deps,
): RuleUseCases<R, Fields> => ({
  create: makeCreateRule(kind, deps),
  change: makeChangeRule(kind, deps),
  remove: makeDeleteRule(kind, deps),
});
