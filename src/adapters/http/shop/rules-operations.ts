import type { ShopRulesQueries } from '#core/shop/ports.ts';
import { shopRulesView } from '#core/shop/shop-rules.ts';
import type { ChangeRules } from '#core/shop/use-cases/change-rules.ts';
import { resourceResponse, respond } from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import { shopRulesPatch, shopRulesSchema } from './rule-schemas.ts';

export type RulesDeps = Readonly<{ rules: ShopRulesQueries; changeRules: ChangeRules }>;

export const getShopRules = ({ rules }: RulesDeps) =>
  readOperation({
    path: '/api/shop/rules',
    operationId: 'getShopRules',
    summary: 'Get the rules of the shop',
    description: 'The rules by which the shop sells, in force in every process.',
    access: { kind: 'scope', scope: 'shop_rules:read' },
    versioned: true,
    responses: { 200: { description: 'The rules.', schema: shopRulesSchema } },
    read: async () => resourceResponse(shopRulesView)(await rules.get()),
  });

export const updateShopRules = ({ changeRules }: RulesDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/shop/rules',
    operationId: 'updateShopRules',
    summary: 'Update the rules of the shop',
    description:
      'A change is in force in every process with the next request. `currency` and `prices_include_tax` stay as they are ' +
      'once there is an order, an invoice or a subscription. The body is a JSON Merge Patch (RFC 7396).',
    access: { kind: 'scope', scope: 'shop_rules:write' },
    versioned: true,
    body: shopRulesPatch,
    responses: { 200: { description: 'The updated rules.', schema: shopRulesSchema } },
    write: ({ actor, body, expected }) =>
      respond(changeRules(actor, { patch: body, expected }), resourceResponse(shopRulesView)),
  });
