import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import { shopRulesAuditEntry } from '../audit-entries.ts';
import type { ShopRulesQueries, ShopTx } from '../ports.ts';
import { type RuleName, type RuleValues, ruleValues } from '../rules.ts';
import { ShopRules, shopRulesView } from '../shop-rules.ts';

type Deps = Readonly<{ unitOfWork: UnitOfWork<ShopTx>; queries: ShopRulesQueries; clock: BusinessClock }>;

/** First values of the rules, and the names of those that are not defaults. */
type Seeds = Readonly<{ values: RuleValues; set: readonly RuleName[] }>;

/** The values of shops that sold before their rules were stored: what the defaults were then. */
const FORMER_DEFAULTS: Readonly<Partial<RuleValues>> = { tax_rounding: 'line' };

/**
 * Gives the rules their first values, unless an earlier start did. A shop that has sold already goes on with the former
 * defaults. @returns the rules that are in force.
 */
export const seedRules = async ({ unitOfWork, queries, clock }: Deps, { values, set }: Seeds): Promise<ShopRules> => {
  const stored = await queries.get();
  if (ShopRules.isSeeded(stored)) return stored;
  return unitOfWork.run(async (tx) => {
    const rules = await tx.shopRules.get();
    // another process may have started at the same time
    if (ShopRules.isSeeded(rules)) return rules;
    const former = rules.hasSales ? FORMER_DEFAULTS : {};
    const first = ruleValues((name) => (set.includes(name) ? values[name] : (former[name] ?? values[name])));
    const seeded = ShopRules.seed(rules, first, clock.now());
    await tx.shopRules.save(seeded);
    return seeded;
  });
};

/** Omitted rules stay, and null resets a rule to its default. */
export type RulesPatch = Readonly<{ [Name in keyof RuleValues]?: RuleValues[Name] | null }>;

export type ChangeRules = (
  actor: Actor,
  command: Readonly<{ patch: RulesPatch; expected: ExpectedVersions }>,
) => Work<ShopRules, ShopTx>;

export const makeChangeRules =
  ({ clock }: Readonly<{ clock: BusinessClock }>): ChangeRules =>
  (actor, { patch, expected }) =>
  async (tx) => {
    const before = await requireVersion(tx.audit, await tx.shopRules.get(), expected);
    const values = ruleValues((name, { initial }) =>
      patch[name] === undefined ? before[name] : (patch[name] ?? initial),
    );
    const after = ShopRules.change(before, values, clock.now());
    if (isUnchanged(shopRulesView(before), shopRulesView(after))) return before;
    await tx.shopRules.save(after);
    await tx.audit.append(shopRulesAuditEntry(actor, 'updated', { before, after }));
    return after;
  };
