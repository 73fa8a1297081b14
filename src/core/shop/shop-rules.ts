import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { newResource, nextVersion, type Resource, type ResourceView, versionView } from '#core/shared/resource.ts';
import { type RuleName, type RuleValues, ruleValues } from './rules.ts';

/** The rules by which the shop sells, of which there is one set. */
export type ShopRules = Resource<'rules'> &
  RuleValues &
  Readonly<{
    /** Whether there is an order, an invoice or a subscription: they were priced by what then cannot change. */
    hasSales: boolean;
  }>;

/** The id of the only rules. */
export const RULES_ID: Id<'rules'> = 'rules_00000000000000000000000000';

/** What cannot change once something was sold. */
const FIXED_BY_SALES: readonly RuleName[] = ['currency', 'prices_include_tax'];

const MS_PER_MINUTE = 60_000;

export const ShopRules = {
  /** The defaults, until the first start seeds them: a version that no reader has seen. */
  initial: (at: Date): ShopRules => ({
    ...newResource(RULES_ID, at),
    version: 0,
    ...ruleValues((_, { initial }) => initial),
    hasSales: false,
  }),

  isSeeded: ({ version }: ShopRules): boolean => version > 0,

  /** The first version. */
  seed: (rules: ShopRules, values: RuleValues, at: Date): ShopRules => ({
    ...rules,
    ...values,
    version: 1,
    updatedAt: at,
  }),

  /**
   * Replaces the values.
   * @throws DomainError `validation_failed` for another currency, or prices with or without tax, once something was sold.
   */
  change: (rules: ShopRules, values: RuleValues, at: Date): ShopRules => {
    const fixed = FIXED_BY_SALES.filter((name) => values[name] !== rules[name]);
    if (rules.hasSales && fixed.length > 0) throw invalid(fixed.map(fixedError));
    return nextVersion(rules, values, at);
  },

  valuesOf: (rules: ShopRules): RuleValues => ruleValues((name) => rules[name]),

  /** The payment deadline of orders, in milliseconds. */
  orderExpiryMs: ({ order_expiry_minutes: minutes }: RuleValues): number => Math.round(minutes * MS_PER_MINUTE),
};

const fixedError = (name: RuleName): FieldError => ({
  path: [name],
  code: 'rules.fixed',
  message: 'must stay as it is: orders, invoices or subscriptions were priced by it',
});

/** The rules as the API shows them. */
export type ShopRulesView = ResourceView<ShopRules, 'shop_rules'> & RuleValues;

export const shopRulesView = (rules: ShopRules): ShopRulesView => ({
  id: rules.id,
  object: 'shop_rules',
  ...ShopRules.valuesOf(rules),
  ...versionView(rules),
});
