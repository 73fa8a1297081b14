import { type CountedList, OVERVIEW_COUNT_NAMES, OVERVIEW_COUNTS } from '#core/overview/overview-counts.ts';
import type { GetOverview } from '#core/overview/use-cases/get-overview.ts';
import type { Search } from '#core/overview/use-cases/search.ts';
import { readOperation } from '../routing/operation.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';
import { type OverviewView, overviewSchema, type SearchedSchemas, searchQuery, searchSchema } from './schemas.ts';

type Deps = Readonly<{ getOverview: GetOverview; search: Search; searchedSchemas: SearchedSchemas }>;

export const overviewRoutes = ({ getOverview, search, searchedSchemas }: Deps): TaggedRoute[] =>
  tagged('Overview', [
    readOperation({
      path: '/api/overview',
      operationId: 'getOverview',
      summary: 'Get the overview',
      description:
        'How much waits for staff, each with the list that shows it. A count that the caller has no scope for is omitted.',
      access: {
        kind: 'any_scope',
        scopes: [...new Set(OVERVIEW_COUNT_NAMES.map((name) => OVERVIEW_COUNTS[name].scope))],
      },
      responses: { 200: { description: 'The overview.', schema: overviewSchema } },
      read: async ({ actor }) => {
        const counts = [...(await getOverview(actor))];
        const linked = counts.map(([name, { count, exact, counted }]) => [name, { count, exact, url: urlOf(counted) }]);
        const body: OverviewView = { object: 'overview', ...Object.fromEntries(linked) };
        return { status: 200, body };
      },
    }),
    readOperation({
      path: '/api/search',
      operationId: 'search',
      summary: 'Search orders, customers and products',
      description:
        'At most five of each, with some of their fields. Orders are found by number, SKU, tracking number, or the ' +
        'beginning of an e-mail address; customers by name and e-mail address; products as `q` of their list finds them. The ' +
        'number of an order, with or without `#`, a SKU or the id of an order, a user or a product finds only what has ' +
        'it in its group. A group that the caller has no scope for is omitted.',
      access: { kind: 'any_scope', scopes: ['orders:read', 'users:read', 'products:read'] },
      query: searchQuery,
      isCostly: () => true,
      responses: { 200: { description: 'The results.', schema: searchSchema(searchedSchemas) } },
      read: async ({ actor, query: { q } }) => ({ status: 200, body: await search(actor, q) }),
    }),
  ]);

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** The path of a list with its filter. */
const urlOf = ({ list, filter }: CountedList): string => {
  const entries = Object.entries(filter).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, textOf(each)]),
  );
  return `/api/${list}?${new URLSearchParams(entries)}`;
};
