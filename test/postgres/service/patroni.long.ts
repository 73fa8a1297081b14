import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { expectWhole } from '../../support/failover/expect-whole.ts';
import { type FailoverShop, startFailoverShop } from '../../support/failover/failover-shop.ts';
import { installed } from '../../support/installed.ts';
import { runSql } from '../../support/servers/database.ts';
import { debianPostgres } from '../../support/servers/debian-postgres.ts';
import { type PatroniCluster, startPatroniCluster } from '../../support/servers/patroni-cluster.ts';
import { killLeftovers } from '../../support/servers/spawn-service.ts';

/** The leader's key expires after 20 seconds; a machine that runs other things takes some seconds more. */
const MAX_PAUSE_MS = 50_000;

const programs = {
  etcd: installed('etcd') ?? '',
  patroni: installed('patroni') ?? '',
  haproxy: installed('haproxy') ?? '',
  postgres: debianPostgres() ?? '',
};

if (!Object.values(programs).includes('')) {
  describe('a shop whose database fails over by Patroni', () => {
    let cluster: PatroniCluster;
    let shop: FailoverShop;

    before(async () => {
      cluster = await startPatroniCluster(programs);
      shop = await startFailoverShop(cluster.urlOf('postgres'));
    });
    after(async () => {
      await shop?.stop();
      killLeftovers();
      await cluster?.stop();
    });

    it('loses and doubles nothing, and its former primary returns as a standby', async () => {
      const [former, standby] = cluster.nodes;
      await shop.untilSold(20);
      await shop.beginBilling(former.urlOf('postgres'));
      await former.kill();
      await shop.untilSold(20);
      await former.start();
      await eventually('the former primary is a standby', async () => (await former.state())?.role === 'replica');
      await shop.untilSold(20);
      expect(await shop.load.stop()).to.be.below(MAX_PAUSE_MS);
      await expectWhole(shop, standby.urlOf('postgres'));
      const count = async (url: string) => (await runSql(url, 'select count(*)::integer as count from orders'))[0];
      await eventually('the standby has every order', async () => {
        const counts = await Promise.all(cluster.nodes.map((node) => count(node.urlOf('postgres'))));
        return counts[0]?.['count'] === counts[1]?.['count'];
      });
    });
  });
}
