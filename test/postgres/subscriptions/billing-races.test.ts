import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { addDueSubscriptions, aSubscriber, expectBilledOnce } from '../../support/builders/due-subscriptions.ts';
import { runSql } from '../../support/servers/database.ts';
import { startTwoProcesses, type TwoProcesses } from '../../support/servers/two-processes.ts';

const SUBSCRIPTIONS = 200;

describe('two workers that bill the same subscriptions', () => {
  let processes: TwoProcesses;

  before(async () => {
    processes = await startTwoProcesses();
  });
  after(() => processes.stop());

  it('share them, and make one invoice and one charge of each, also when leases end too early', async () => {
    const { databaseUrl, send } = processes;
    const subscriber = await aSubscriber(send);
    await runSql(
      databaseUrl,
      `create table claims (owner text, id text);
       create function record_claim() returns trigger language plpgsql as
         $$ begin insert into claims values (new.lease_owner, new.id); return null; end $$;
       create trigger subscriptions_claimed after update on subscriptions for each row
         when (new.lease_owner is not null and old.lease_owner is distinct from new.lease_owner)
         execute function record_claim()`,
    );
    await addDueSubscriptions(databaseUrl, subscriber, SUBSCRIPTIONS);
    for (let tries = 0; ; tries += 1) {
      // as if each lease ended while its owner works; groups of works lock in another order, so a wait could deadlock
      await runSql(
        databaseUrl,
        `update subscriptions set leased_until = now()
         where id in (select id from subscriptions where leased_until > now() for update skip locked)`,
      );
      const [left] = await runSql(
        databaseUrl,
        `select count(*)::integer as count from subscriptions where next_step_at <= now()`,
      );
      if (left?.['count'] === 0) break;
      expect(tries).to.be.lessThan(3_000);
      await sleep(20);
    }
    await expectBilledOnce(databaseUrl, SUBSCRIPTIONS);
    const owners = await runSql(databaseUrl, 'select owner from claims group by owner having count(*) > 10');
    expect(owners).to.have.length(2);
  });
});
