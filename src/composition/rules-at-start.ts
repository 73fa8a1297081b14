import type { BusinessClock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';
import { isSameValue } from '#core/shared/same-value.ts';
import { RULES } from '#core/shop/rules.ts';
import { seedRules } from '#core/shop/use-cases/change-rules.ts';
import type { Storage } from '#core/storage.ts';
import type { Config } from './config.ts';

type Deps = Readonly<{ storage: Storage; clock: BusinessClock; log: Log }>;

/** Seeds the rules of the shop at the first start. Later, the environment decides nothing: what differs is reported. */
export const openRules = async ({ ruleSeeds }: Config, { storage, clock, log }: Deps): Promise<void> => {
  const { unitOfWork, shopRulesQueries: queries } = storage;
  const rules = await seedRules({ unitOfWork, queries, clock }, ruleSeeds);
  for (const name of ruleSeeds.set) {
    if (isSameValue(rules[name], ruleSeeds.values[name])) continue;
    const { setting } = RULES[name];
    log.warn(
      { setting, rule: name, in_force: rules[name] },
      `${setting} differs from the rule ${name} that is in force: PATCH /api/shop/rules changes it, and the environment has only seeded it`,
    );
  }
};
