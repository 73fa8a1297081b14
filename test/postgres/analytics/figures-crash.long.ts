import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { figuresOf, rebuildFigures, untilCounted } from '../../support/builders/figures.ts';
import { runSql } from '../../support/servers/database.ts';
import { connectPostgresStorage } from '../../support/servers/postgres-storage.ts';
import { startTwoProcesses, type TwoProcesses } from '../../support/servers/two-processes.ts';

const WRITERS = 8;

/** More of them take longer: with FIGURES_CRASH_SECONDS=60 a minute. */
const SECONDS = Number(process.env['FIGURES_CRASH_SECONDS'] ?? 5);

const FROM_LEDGER = `
  select coalesce(sum(debit) filter (where kind = 'capture'), 0)::float as gross,
    coalesce(sum(debit) filter (where kind = 'refund'), 0)::float as refunds,
    count(distinct payable_id) filter (where kind = 'capture')::integer as orders
  from ledger_entries where debit > 0`;

const FROM_FIGURES = (grain: string): string => `
  select (coalesce(sum(gross), 0) / 100)::float as gross, (coalesce(sum(refunds), 0) / 100)::float as refunds,
    coalesce(sum(orders), 0)::integer as orders
  from analytics_rollups where dimension = 'none' and grain = '${grain}'`;

const SOLD_OUT = `
  select (select count(*)::integer from products where stock = 0) as products,
    sum(stock_outs) filter (where grain = 'hour')::integer as hours,
    sum(stock_outs) filter (where grain = 'quarter_hour')::integer as quarters
  from analytics_rollups`;

describe('figures that are counted while orders are paid and processes are killed', function () {
  this.timeout(300_000 + 3_000 * SECONDS);
  let processes: TwoProcesses;

  before(async () => {
    processes = await startTwoProcesses();
  });
  after(() => processes.stop());

  it('equal the ledger and a rebuild', async () => {
    const { databaseUrl, send, killOne } = processes;
    const product = await send(0, '/api/products', { name: 'Linen shirt', price: 20, category: 'Shirts' });
    let isOver = false;
    let sent = 0;
    const write = async (writer: number): Promise<void> => {
      while (!isOver) {
        sent += 1;
        const last =
          sent % 7 === 0 ? await send(writer, '/api/products', { name: 'Last shirt', price: 20, stock: 1 }) : undefined;
        const items =
          last === undefined
            ? [{ product_id: product?.json.id, quantity: 1 + (sent % 3) }]
            : [{ product_id: last.json.id, quantity: 1 }];
        const order = await send(writer, '/api/orders', { items, email: `buyer-${sent % 5}@example.com` });
        const body = {
          order_id: order?.json.id,
          payment_method: { token: sent % 5 === 0 ? 'tok_declined' : 'tok_success' },
        };
        const payment = order && (await send(writer + 1, '/api/payments', body));
        if (payment?.status === 201 && sent % 3 === 0) {
          await send(writer, `/api/payments/${payment.json.id}/refunds`, { amount: 7 });
        }
        // a process that starts again refuses connections meanwhile
        if (order === undefined) await sleep(20);
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    for (let second = 0; second < SECONDS; second += 1) {
      await sleep(1_000);
      await killOne(second % 2);
    }
    isOver = true;
    await Promise.all(writers);
    // operations whose outcome a dead process has not recorded are reconciled now
    await runSql(databaseUrl, 'update payments set next_check_at = now() where next_check_at > now()');
    const isPending = async (): Promise<boolean> =>
      (await runSql(databaseUrl, 'select 1 from payments where is_pending limit 1')).length > 0;
    while (await isPending()) await sleep(100);
    await untilCounted(databaseUrl);
    const [ledger] = await runSql(databaseUrl, FROM_LEDGER);
    expect(Number(ledger?.['orders'])).to.be.above(WRITERS);
    for (const grain of ['quarter_hour', 'hour', 'day']) {
      expect((await runSql(databaseUrl, FROM_FIGURES(grain)))[0], grain).to.deep.equal(ledger);
    }
    const [soldOut] = await runSql(databaseUrl, SOLD_OUT);
    expect(soldOut?.['products']).to.be.above(0);
    expect(soldOut).to.deep.include({ hours: soldOut?.['products'], quarters: soldOut?.['products'] });
    const counted = await figuresOf(databaseUrl);
    const storage = await connectPostgresStorage(databaseUrl);
    await rebuildFigures(storage).finally(() => storage.close());
    expect(await figuresOf(databaseUrl)).to.deep.equal(counted);
  });
});
