import { request, type Schemas } from '../../api/request.ts';
import { makeBatched } from '../../app/batched.ts';
import { holds } from '../../app/session.ts';
import { money, number } from '../../text/format.ts';

type Spend = Readonly<{ orders: number; net: number; currency: string }>;

/** Before the first order of any shop. */
const SINCE = '2000-01-01';

const LIFETIME_MS = 15_000;

/** What customers have bought so far, in the currency of the shop. */
const readSpend = async (ids: readonly string[]): Promise<ReadonlyMap<string, Spend>> => {
  const query = {
    metrics: ['net', 'orders'],
    dimensions: ['user'],
    filters: ids.map((id) => `user:${id}`),
    from: SINCE,
    limit: ids.length,
  };
  const { rows, currency } = (await request('get', '/api/analytics/query', { query }))
    .data as Schemas['AnalyticsQuery'];
  return new Map(rows.map(({ user, net = 0, orders = 0 }) => [String(user), { net, orders, currency }]));
};

const spendOf = makeBatched(readSpend, { lifetimeMs: LIFETIME_MS });

type Props = Readonly<{ id: string; figure: 'orders' | 'net' }>;

/** A figure of what a customer has bought; nothing for who may not read figures. */
export const SpendFigure = ({ id, figure }: Props) => {
  const spend = holds('analytics:read') ? spendOf(id) : null;
  if (spend === undefined || spend === null) return <span class="muted">–</span>;
  return <span>{figure === 'orders' ? number(spend.orders) : money(spend.net, spend.currency)}</span>;
};
