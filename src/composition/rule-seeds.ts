import Joi from 'joi';
import { dunningSchedule } from '#adapters/system/settings/dunning-schedule.ts';
import { retrySchedule } from '#adapters/system/settings/retry-schedule.ts';
import { currencyCode, page, someOf } from '#adapters/system/settings/value-schemas.ts';
import { ProductPage } from '#core/shop/product-page.ts';
import type { Rule } from '#core/shop/rule.ts';
import { RULE_ENTRIES, type RuleName, type RuleValues, ruleValues } from '#core/shop/rules.ts';
import { shown } from './setting-visibility.ts';

/** What the text of a variable may be. */
const textSchema = (rule: Rule): Joi.Schema => {
  switch (rule.kind) {
    case 'flag':
      return Joi.boolean();
    case 'currency':
      return currencyCode;
    case 'page':
      return page;
    case 'product_page':
      return Joi.string().max(2048).pattern(ProductPage.pattern).messages({ 'string.pattern.base': ProductPage.rule });
    case 'sender':
      return Joi.string().max(320);
    case 'one':
      return Joi.string().valid(...rule.of);
    case 'some':
      return someOf(rule.of);
    case 'count':
      return Joi.number().integer().min(rule.min).max(rule.max);
    case 'minutes':
      return Joi.number().min(0.01).max(525_600);
    case 'days':
      return dunningSchedule;
    case 'delays':
      return retrySchedule;
  }
};

/** The environment variables that seed the rules of the shop at the first start. */
export const RULE_SEEDS = Object.fromEntries(
  RULE_ENTRIES.map(([, rule]) => {
    const { setting, initial, description } = rule;
    const schema = shown(description, textSchema(rule));
    return [setting, initial === null ? schema : schema.default(initial)];
  }),
);

/** The values of validated variables. */
export const seedsOf = (value: Readonly<Record<string, unknown>>): RuleValues =>
  ruleValues((_, { setting, initial }) => value[setting] ?? initial);

/** The rules that the environment sets. */
export const setRulesOf = (set: Readonly<Record<string, unknown>>): readonly RuleName[] =>
  RULE_ENTRIES.flatMap(([name, { setting }]) => (set[setting] === undefined ? [] : [name]));
