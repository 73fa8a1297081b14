import Joi from 'joi';
import { ProductPage } from '#core/shop/product-page.ts';
import type { Rule } from '#core/shop/rule.ts';
import { RULE_ENTRIES, type RuleValues } from '#core/shop/rules.ts';
import type { ShopRulesView } from '#core/shop/shop-rules.ts';
import type { RulesPatch } from '#core/shop/use-cases/change-rules.ts';
import { currency, integer, line, matching } from '../schemas/fields.ts';
import { type FieldsOf, objectOf } from '../schemas/object-of.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const MAX_LISTED = 20;

/** What a value may be; null where the rule has none by default. */
const valueSchema = (rule: Rule): Joi.Schema => {
  switch (rule.kind) {
    case 'flag':
      return Joi.boolean();
    case 'currency':
      return currency();
    case 'page':
      return matching(Joi.string().max(2048).uri(), /^https?:/i, 'must be an http or https URL').allow(null);
    case 'product_page':
      return matching(Joi.string().max(2048), ProductPage.pattern, ProductPage.rule).allow(null);
    case 'sender':
      return line(320).allow(null);
    case 'one':
      return Joi.string().valid(...rule.of);
    case 'some':
      return Joi.array()
        .items(Joi.string().valid(...rule.of))
        .unique()
        .max(rule.of.length);
    case 'count':
      return integer(rule.min).max(rule.max);
    case 'minutes':
      return Joi.number().min(0.01).max(525_600);
    case 'days':
      return Joi.array().items(integer(1).max(999)).min(1).max(MAX_LISTED).custom(ascending);
    case 'delays':
      return Joi.array().items(Joi.number().min(0.001).max(604_800)).min(1).max(MAX_LISTED);
  }
};

const ascending = (days: readonly number[], helpers: Joi.CustomHelpers) =>
  days.every((day, index) => day > (days[index - 1] ?? 0))
    ? days
    : helpers.error('array.sort', { message: 'must be ascending' });

/** A schema for each rule, of the type of its values. */
const schemas = <Values>(schemaOf: (rule: Rule) => Joi.Schema): FieldsOf<Values> =>
  Object.fromEntries(RULE_ENTRIES.map(([name, rule]) => [name, schemaOf(rule)])) as FieldsOf<Values>;

const described = (rule: Rule): Joi.Schema => valueSchema(rule).description(rule.description).example(rule.initial);

/** The body of PATCH. */
export const shopRulesPatch = objectOf<RulesPatch>(schemas<RulesPatch>((rule) => described(rule).allow(null)))
  .id('ShopRulesPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted rules stay, and null resets a rule to its default.');

export const shopRulesSchema = resourceSchema<ShopRulesView>(
  'shop_rules',
  'rules',
  schemas<RuleValues>((rule) => described(rule).required()),
)
  .id('ShopRules')
  .description('The rules by which the shop sells.');
