import { expect } from 'chai';
import { expectGapless } from '../../support/documents/document-numbers.ts';
import { runSql } from '../../support/servers/database.ts';
import { startTwoProcesses, type TwoProcesses } from '../../support/servers/two-processes.ts';
import { shuffled } from '../../support/shuffled.ts';

const ROUNDS = 10;
const DRAFTS = 20;

const LINE = { description: 'Consulting', quantity: 2, unit_price: 50, tax_rate: 19 };

describe('concurrent finalizations over two processes', () => {
  let processes: TwoProcesses;
  let databaseUrl: string;
  let send: TwoProcesses['send'];
  let user: string;

  before(async () => {
    processes = await startTwoProcesses();
    ({ databaseUrl, send } = processes);
    user = (await send(0, '/api/users', { email: 'ada@example.com' }))?.json.id;
  });
  after(() => processes.stop());

  const drafts = (count: number, lines: readonly object[] = [LINE]): Promise<string[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, which) => {
        const reply = await send(which, '/api/invoices', { user_id: user, lines });
        expect(reply?.status, reply?.text).to.equal(201);
        return reply?.json.id as string;
      }),
    );

  const finalize = (which: number, id: string, query = '') => send(which, `/api/invoices/${id}/finalize${query}`, {});

  it('number in order of finalization without gaps, beside dry runs, refusals and rollbacks', async () => {
    const statuses = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = await drafts(DRAFTS);
      const [empty] = await drafts(1, []);
      const requests = ids.flatMap((id, which) => [
        () => finalize(which, id),
        () => finalize(which + 1, id, '?dry_run=true'),
        // three decimals are refused
        () => send(which, '/api/invoices', { user_id: user, lines: [{ ...LINE, unit_price: 0.001 }] }),
      ]);
      requests.push(() => finalize(round, empty ?? ''));
      const replies = await Promise.all(shuffled(requests).map((request) => request()));
      for (const reply of replies) statuses.add(`${reply?.status} ${reply?.json.code ?? ''}`);
    }
    expect([...statuses].toSorted()).to.include.members(['200 ', '409 invalid_state', '422 validation_failed']);
    await expectGapless(databaseUrl, { invoices: ROUNDS * DRAFTS });
  });

  it('finalize a draft once', async () => {
    const before = (await runSql(databaseUrl, 'select id from invoices where number is not null')).length;
    const ids = await drafts(DRAFTS);
    const replies = await Promise.all(
      ids.map((id) => Promise.all(Array.from({ length: 4 }, (_, which) => finalize(which, id)))),
    );
    for (const ofOne of replies) {
      expect(ofOne.map((reply) => reply?.status).toSorted()).to.deep.equal([200, 409, 409, 409]);
      for (const reply of ofOne) if (reply?.status === 409) expect(reply.json.code).to.equal('invalid_state');
    }
    await expectGapless(databaseUrl, { invoices: before + DRAFTS });
  });

  it('are sent once by requests at the same time', async () => {
    const ids = await drafts(5);
    for (const [which, id] of ids.entries()) await finalize(which, id);
    for (const id of ids) {
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, which) => send(which, `/api/invoices/${id}/send`, {})),
      );
      expect(replies.map((reply) => reply?.status).toSorted()).to.deep.equal([200, 409, 409, 409, 409, 409]);
    }
    const rows = await runSql(databaseUrl, `select 1 from events where type = 'invoice.sent'`);
    expect(rows).to.have.length(5);
  });

  it('credit no more than what is due', async () => {
    const ids = await drafts(5);
    for (const id of ids) await finalize(0, id);
    const replies = await Promise.all(
      shuffled(ids.flatMap((id) => Array.from({ length: 12 }, () => id))).map((invoice_id, which) =>
        send(which, '/api/credit_notes', { invoice_id, amount: 24.99 }),
      ),
    );
    expect(new Set(replies.map((reply) => reply?.status))).to.deep.equal(new Set([201, 422]));
    await Promise.all(ids.flatMap((id) => [0, 1].map((which) => send(which, '/api/credit_notes', { invoice_id: id }))));
    const wrong = await runSql(
      databaseUrl,
      `select i.id from invoices i where i.id = any('{${ids}}') and (i.status <> 'paid' or i.amount_due <> 0
         or i.amount_credited <> i.total or (select sum(total) from credit_notes n where n.invoice_id = i.id) <> i.total
         or (select count(*) from credit_notes n where n.invoice_id = i.id) <> 5)`,
    );
    expect(wrong).to.deep.equal([]);
    await expectGapless(databaseUrl, { credit_notes: 25 });
  });

  it('store a file once, whichever process renders it', async () => {
    const ids = await drafts(6);
    await Promise.all(ids.map((id, which) => finalize(which, id)));
    for (const id of ids) {
      const files = await Promise.all([0, 1, 0, 1].map((which) => processes.digest(which, `/api/invoices/${id}/pdf`)));
      expect(new Set(files).size).to.equal(1);

      const [stored] = await runSql(databaseUrl, `select md5(pdf) as md5 from invoice_files where id = '${id}'`);
      expect(stored?.['md5']).to.equal(files[0]);
    }
  });
});
