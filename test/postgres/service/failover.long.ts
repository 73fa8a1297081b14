import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { expectWhole } from '../../support/failover/expect-whole.ts';
import { type FailoverShop, startFailoverShop } from '../../support/failover/failover-shop.ts';
import { runSql } from '../../support/servers/database.ts';
import { debianPostgres } from '../../support/servers/debian-postgres.ts';
import type { DebianServer } from '../../support/servers/debian-server.ts';
import { startPrimary, startStandby } from '../../support/servers/replicated-postgres.ts';
import { killLeftovers } from '../../support/servers/spawn-service.ts';
import { type Relay, startRelay } from '../../support/silent-relay.ts';

/** The clients of a server besides the one that asks. */
const CLIENTS = `
  select count(*)::integer as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** A promotion takes a second, and a machine that runs other things some times longer. */
const MAX_PAUSE_MS = 20_000;

const folder = debianPostgres();

(folder === undefined ? describe.skip : describe)('a shop whose standby is promoted by hand', () => {
  let primary: DebianServer;
  let standby: DebianServer;
  let relay: Relay;
  let shop: FailoverShop;

  before(async () => {
    primary = await startPrimary(folder ?? '');
    standby = await startStandby(folder ?? '', primary, { isSynchronous: true });
    relay = await startRelay(primary.port);
    shop = await startFailoverShop(`postgres://postgres@127.0.0.1:${relay.port}/postgres`);
  });
  after(async () => {
    await shop?.stop();
    killLeftovers();
    await relay?.close();
    for (const server of [primary, standby]) await server?.remove();
  });

  const untilSold = async (more: number): Promise<void> => {
    const { payments } = shop.load.acknowledged;
    const count = payments.size + more;
    await eventually(`${more} more were sold`, async () => payments.size >= count);
  };

  /** Subscriptions fall due, and some of them have been billed. */
  const beginBilling = async (): Promise<void> => {
    const url = primary.urlOf('postgres');
    await shop.letSubscriptionsFallDue(url);
    const billed = 'select 1 from invoices where subscription_id is not null';
    await eventually('some are billed', async () => (await runSql(url, billed)).length > 0);
  };

  it('loses and doubles nothing, and writes nothing to the former primary when that returns', async () => {
    await untilSold(20);
    await beginBilling();
    await primary.kill();
    await standby.promote();
    relay.pointTo(standby.port);
    await untilSold(20);
    await primary.start();
    await untilSold(20);
    const longestPause = await shop.load.stop();
    expect(longestPause).to.be.below(MAX_PAUSE_MS);
    await expectWhole(shop, standby.urlOf('postgres'));
    expect(await runSql(primary.urlOf('postgres'), CLIENTS)).to.deep.equal([{ count: 0 }]);
  });
});
