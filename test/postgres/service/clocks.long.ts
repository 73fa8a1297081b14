import path from 'node:path';
import { expectWhole } from '../../support/failover/expect-whole.ts';
import { type FailoverShop, startFailoverShop } from '../../support/failover/failover-shop.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { killLeftovers } from '../../support/servers/spawn-service.ts';

const AHEAD = path.join(import.meta.dirname, '../../support/failover/run-ahead.ts');

describe('two processes whose clocks differ by a minute', () => {
  let shop: FailoverShop;
  after(async () => {
    await shop?.stop();
    killLeftovers();
  });

  it('lose and double nothing', async () => {
    const databaseUrl = await createDatabase();
    shop = await startFailoverShop(databaseUrl, { NODE_OPTIONS: `--import=${AHEAD}` });
    await shop.untilSold(20);
    await shop.beginBilling(databaseUrl);
    await shop.untilSold(20);
    await shop.load.stop();
    await expectWhole(shop, databaseUrl, { clocksAgree: false });
  });
});
