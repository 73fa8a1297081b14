import { Actor } from '#core/shared/actor.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { ShopRulesQueries } from '#core/shop/ports.ts';
import { RULE_ENTRIES } from '#core/shop/rules.ts';
import type { IsAllowedOrigin } from '../server/cors.ts';

/**
 * Requires that a `return_url` is a page of the shop, unless the staff sends it: a page of the service leads there.
 * @throws DomainError `validation_failed`.
 */
export type RequireReturnPage = (actor: Actor, returnUrl: string | null | undefined) => Promise<void>;

type Deps = Readonly<{ isAllowedOrigin: IsAllowedOrigin; rules: ShopRulesQueries }>;

/**
 * The pages of the shop are those of the origins of the visitor's key, and of those that the rules name; for a session, and
 * a key without origins, also those of all origins that may call the API.
 */
export const makeRequireReturnPage =
  ({ isAllowedOrigin, rules }: Deps): RequireReturnPage =>
  async (actor, returnUrl) => {
    if (returnUrl == null || !(actor.own || Actor.isVisitor(actor))) return;
    const { origin } = new URL(returnUrl);
    const { allowedOrigins = [] } = actor;
    const isOfKey = allowedOrigins.length > 0;
    if (isOfKey ? allowedOrigins.includes(origin) : await isAllowedOrigin(origin)) return;
    const values = await rules.get();
    if (PAGE_RULES.some((name) => originOf(values[name]) === origin)) return;
    const message = isOfKey
      ? `must be a page of the shop: of ${[...allowedOrigins, 'a rule'].join(' or ')}`
      : 'must be a page of the shop: its origin is in CORS_ORIGINS, in the allowed_origins of a key, or in a rule';
    throw invalid([{ path: ['return_url'], code: 'any.only', message }]);
  };

const PAGE_RULES = RULE_ENTRIES.flatMap(([name, { kind }]) =>
  kind === 'page' || kind === 'product_page' ? [name] : [],
);

const originOf = (page: unknown): string | undefined =>
  typeof page === 'string' && URL.canParse(page) ? new URL(page).origin : undefined;
