import type { ShopQueries } from '#core/shop/ports.ts';
import { shopView } from '#core/shop/shop.ts';
import type { ChangeShop } from '#core/shop/use-cases/change-shop.ts';
import { resourceResponse, respond } from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';
import { type EnvironmentDeps, readEnvironmentSettings } from './environment-operation.ts';
import { getShopRules, type RulesDeps, updateShopRules } from './rules-operations.ts';
import { MAX_SHOP_VALUES, shopPatch, shopSchema } from './schemas.ts';
import { sendTestMailOperation, type TestMailDeps } from './test-mail-operation.ts';

type Deps = EnvironmentDeps & RulesDeps & TestMailDeps & Readonly<{ queries: ShopQueries; changeShop: ChangeShop }>;

export const shopRoutes = ({
  queries,
  changeShop,
  environment,
  sendTestMail,
  throttle,
  ...rulesDeps
}: Deps): TaggedRoute[] =>
  tagged('Shop', [
    readEnvironmentSettings({ environment }),
    readOperation({
      path: '/api/shop',
      operationId: 'getShop',
      summary: 'Get the shop',
      description: 'The shop’s own data, which its mails show.',
      access: { kind: 'scope', scope: 'settings:read' },
      versioned: true,
      responses: { 200: { description: 'The shop.', schema: shopSchema } },
      read: async () => resourceResponse(shopView)(await queries.get()),
    }),
    writeOperation({
      method: 'patch',
      path: '/api/shop',
      operationId: 'updateShop',
      summary: 'Update the shop',
      description: 'The body is a JSON Merge Patch (RFC 7396).',
      access: { kind: 'scope', scope: 'settings:write' },
      versioned: true,
      body: shopPatch,
      maxValues: MAX_SHOP_VALUES,
      responses: { 200: { description: 'The updated shop.', schema: shopSchema } },
      write: ({ actor, body, expected }) =>
        respond(changeShop(actor, { patch: body, expected }), resourceResponse(shopView)),
    }),
    sendTestMailOperation({ sendTestMail, throttle }),
    getShopRules(rulesDeps),
    updateShopRules(rulesDeps),
  ]);
