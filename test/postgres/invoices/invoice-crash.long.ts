import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { expectGapless } from '../../support/documents/document-numbers.ts';
import { runSql } from '../../support/servers/database.ts';
import { startTwoProcesses, type TwoProcesses } from '../../support/servers/two-processes.ts';

const KILLS = 5;
const WORKERS = 8;

const LINE = { description: 'Consulting', quantity: 1, unit_price: 10 };

describe('a process that is killed while it finalizes invoices', () => {
  let processes: TwoProcesses;

  before(async () => {
    processes = await startTwoProcesses();
  });
  after(() => processes.stop());

  it('leaves no gap, no duplicate and no invoice without its event and file', async () => {
    const { databaseUrl, send } = processes;
    const user = (await send(1, '/api/users', { email: 'ada@example.com' }))?.json.id;
    let isDone = false;
    let lost = 0;
    const reported = new Set<string>();
    const work = async (which: number): Promise<void> => {
      while (!isDone) {
        // by either process, so that the killed one is always in the middle of some
        const draft = await send(1, '/api/invoices', { user_id: user, lines: [LINE] });
        const at = `/api/invoices/${draft?.json.id}`;
        const reply = await send(which, `${at}/finalize`, {});
        if (reply?.status === 200) reported.add(reply.json.number);
        else if (reply === undefined) lost += 1;
        if (reply?.status === 200) await send(which, '/api/credit_notes', { invoice_id: draft?.json.id, amount: 1 });
      }
    };
    const workers = Array.from({ length: WORKERS }, (_, which) => work(which));
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(300 + Math.random() * 100);
      await processes.killOne();
    }
    isDone = true;
    await Promise.all(workers);
    expect(lost).to.be.above(0);
    const [counted] = await runSql(
      databaseUrl,
      `select (select count(*)::integer from invoices where number is not null) as invoices,
         (select count(*)::integer from credit_notes) as credit_notes`,
    );
    await expectGapless(databaseUrl, counted as Record<'invoices' | 'credit_notes', number>);
    const wrong = await runSql(
      databaseUrl,
      `select d.id from (select id from invoices where number is not null union all select id from credit_notes) d
       where (select count(*) from invoice_files f where f.id = d.id) <> 1
         or (select count(*) from events e where e.resource_id = d.id
           and e.type in ('invoice.finalized', 'credit_note.created')) <> 1`,
    );
    expect(wrong).to.deep.equal([]);
    const numbers = await runSql(databaseUrl, 'select number from invoices where number is not null');
    const stored = new Set(numbers.map(({ number }) => number));
    expect([...reported].filter((number) => !stored.has(number))).to.deep.equal([]);
  });
});
