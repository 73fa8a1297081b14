import { type ResourceView, versionView } from '#core/shared/resource.ts';
import type { RuleValues } from './rules.ts';
import { ShopRules } from './shop-rules.ts';

/** The rules as the API shows them. */
export type ShopRulesView = ResourceView<ShopRules, 'shop_rules'> & RuleValues;

export const shopRulesView = (rules: ShopRules): ShopRulesView => ({
  id: rules.id,
  object: 'shop_rules',
  ...ShopRules.valuesOf(rules),
  ...versionView(rules),
});
