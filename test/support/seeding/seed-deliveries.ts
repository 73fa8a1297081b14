/** Anything that runs statements. */
type Runs = Readonly<{ query(text: string): Promise<unknown> }>;

const id = (prefix: string, number: string): string => `concat('${prefix}_', lpad((${number})::text, 26, '0'))`;

/** The number of endpoints. The first has every second delivery. */
const ENDPOINTS = 10_000;

const ENDPOINT_OF = `case when n % 2 = 0 then 1 else 1 + n % ${ENDPOINTS} end`;

const WEBHOOKS = `
  insert into webhook_endpoints (id, version, url, events, ordering, enabled, enabled_at, secrets, created_at, updated_at)
  select ${id('wh', 'n')}, 1, 'https://shop.example', '["*"]', 'resource', true, at, '[]', at, at
  from generate_series(1, ${ENDPOINTS}) n, (select timestamptz '2026-01-01' as at) t`;

const EVENTS = (count: number): string => `
  insert into events (id, type, resource_id, sequence, data, previous, created_at, position)
  select ${id('evt', 'n')}, case when n % 1000 = 0 then 'order.paid' else 'product.updated' end,
    ${id('prod', 'n')}, 1, '{}', '{}', timestamptz '2026-01-01' + n * interval '1 second', n
  from generate_series(1, ${count}) n`;

/** One in ten has ended, one in a hundred failed; some of the first endpoint's are blocked. */
const DELIVERIES = (count: number): string => `
  insert into webhook_deliveries (id, endpoint_id, event_id, event_type, resource_id, sequence, status, ordered,
    next_attempt_at, created_at, updated_at)
  select ${id('dlv', 'n')}, ${id('wh', ENDPOINT_OF)}, ${id('evt', 'n')},
    case when n % 1000 = 0 then 'order.paid' else 'product.updated' end,
    ${id('prod', 'case when n % 20 = 2 then n - 2 else n end')}, n, status, true,
    case when status = 'pending' then case when n % 20 = 2 then 'infinity' else at + interval '1 hour' end end, at, at
  from generate_series(1, ${count}) n, lateral (
    select timestamptz '2026-01-01' + n * interval '1 second' as at,
      case when n % 100 = 10 then 'failed' when n % 10 = 5 then 'succeeded' else 'pending' end as status) as t`;

const QUEUES = `
  insert into webhook_queues (endpoint_id, last_sequence, wake_ups, next_due, lease_owner, leased_until)
  select ${id('wh', 'n')}, 10000000, 1, case when n % 3 = 0 then at + n * interval '1 second' end,
    case when n % 30 = 0 then 'another' end, case when n % 30 = 0 then at + interval '1 year' end
  from generate_series(1, ${ENDPOINTS}) n, (select timestamptz '2026-01-01' as at) t`;

/** A backlog of deliveries with their events. */
export const seedDeliveries = async (client: Runs, count: number): Promise<void> => {
  for (const text of [WEBHOOKS, QUEUES, EVENTS(count), DELIVERIES(count)]) await client.query(text);
  for (const table of ['webhook_endpoints', 'webhook_queues', 'events', 'webhook_deliveries']) {
    await client.query(`vacuum analyze ${table}`);
  }
};
