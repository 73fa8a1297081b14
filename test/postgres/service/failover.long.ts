import { expect } from 'chai';
import { expectWhole } from '../../support/failover/expect-whole.ts';
import { type FailoverShop, startFailoverShop } from '../../support/failover/failover-shop.ts';
import { debianPostgres } from '../../support/servers/debian-postgres.ts';
import type { DebianServer } from '../../support/servers/debian-server.ts';
import { startPrimary, startStandby } from '../../support/servers/replicated-postgres.ts';
import { killLeftovers } from '../../support/servers/spawn-service.ts';
import { type Relay, startRelay } from '../../support/silent-relay.ts';

/** A promotion takes a second, and a machine that runs other things some times longer. */
const MAX_PAUSE_MS = 20_000;

const folder = debianPostgres();

if (folder !== undefined) {
  describe('a shop whose standby is promoted by hand', () => {
    let primary: DebianServer;
    let standby: DebianServer;
    let relay: Relay;
    let shop: FailoverShop;

    before(async () => {
      primary = await startPrimary(folder);
      standby = await startStandby(folder, primary, { isSynchronous: true });
      relay = await startRelay(primary.port);
      shop = await startFailoverShop(`postgres://postgres@127.0.0.1:${relay.port}/postgres`);
    });
    after(async () => {
      await shop?.stop();
      killLeftovers();
      await relay?.close();
      for (const server of [primary, standby]) await server?.remove();
    });

    it('loses and doubles nothing, also when the former primary returns', async () => {
      await shop.untilSold(20);
      await shop.beginBilling(primary.urlOf('postgres'));
      await primary.kill();
      await standby.promote();
      relay.pointTo(standby.port);
      await shop.untilSold(20);
      await primary.start();
      await shop.untilSold(20);
      const longestPause = await shop.load.stop();
      expect(longestPause).to.be.below(MAX_PAUSE_MS);
      await expectWhole(shop, standby.urlOf('postgres'));
    });
  });
}
