import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { addDueSubscriptions, aSubscriber, expectBilledOnce } from '../../support/builders/due-subscriptions.ts';
import { runSql } from '../../support/servers/database.ts';
import { startTwoProcesses, type TwoProcesses } from '../../support/servers/two-processes.ts';

/** More of them take longer: with BILLING_CRASH_SUBSCRIPTIONS=5000 some minutes. */
const SUBSCRIPTIONS = Number(process.env['BILLING_CRASH_SUBSCRIPTIONS'] ?? 300);

const MIN_KILLS = 3;

const ONE_SECOND = 1_000;

const WAITING = `
  select (select count(*) from subscriptions where next_step_at <= now() or charge_at is not null)
    + (select count(*) from payments where is_pending) as count`;

describe('two workers that bill subscriptions while they are killed', function () {
  this.timeout(300_000 + 200 * SUBSCRIPTIONS);
  let processes: TwoProcesses;

  before(async () => {
    processes = await startTwoProcesses();
  });
  after(() => processes.stop());

  it('make one invoice and one charge of each, with numbers without gaps', async () => {
    const { databaseUrl, send, killOne } = processes;
    await addDueSubscriptions(databaseUrl, await aSubscriber(send), SUBSCRIPTIONS);
    const waiting = async (): Promise<number> => Number((await runSql(databaseUrl, WAITING))[0]?.['count']);
    /** Whether subscriptions are being billed at this moment. */
    const untilBusy = async (): Promise<boolean> => {
      for (let tries = 0; tries < 50; tries += 1) {
        const leased = await runSql(databaseUrl, 'select 1 from subscriptions where leased_until > now() limit 1');
        if (leased.length > 0) return true;
        await sleep(10);
      }
      return false;
    };
    let kills = 0;
    let killedInBetween = 0;
    for (; kills < MIN_KILLS || (await waiting()) > 0.02 * SUBSCRIPTIONS; kills += 1) {
      await sleep(Math.min(ONE_SECOND, SUBSCRIPTIONS));
      const isBusy = await untilBusy();
      await killOne(kills % 2);
      killedInBetween += isBusy ? 1 : 0;
    }
    expect(killedInBetween).to.be.above(0);
    for (let tries = 0; (await waiting()) > 0; tries += 1) {
      expect(tries).to.be.lessThan(1_200);
      // the leases of dead processes end now
      if (tries % 10 === 0) {
        await runSql(databaseUrl, 'update payments set next_check_at = now() where next_check_at > now()');
        await runSql(
          databaseUrl,
          `update subscriptions set leased_until = null, lease_owner = null, postponed_until = null
           where next_step_at <= now()`,
        );
      }
      await sleep(100);
    }
    await expectBilledOnce(databaseUrl, SUBSCRIPTIONS);
  });
});
