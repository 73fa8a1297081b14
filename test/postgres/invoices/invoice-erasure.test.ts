import { expect } from 'chai';
import { createInvoice, createUser, INVOICE_LINE } from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { createWebhook } from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/eventually.ts';
import { runSql } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { type Receiver, startReceiver } from '../../support/servers/receivers.ts';

const MARK = 'quillfeather';

const PERSONAL = {
  email: `${MARK}@example.com`,
  tax_id: MARK.toUpperCase(),
  footer: `For ${MARK}`,
  metadata: { note: MARK },
  billing_address: { name: MARK, line1: `${MARK} 1`, country: 'US' },
  lines: [{ ...INVOICE_LINE, description: `Advice to ${MARK}` }],
};

onStorage(
  'postgres',
  'an erasure of a buyer',
  ({ app, databaseUrl }) => {
    /** The tables that contain the mark. */
    const tables = async (): Promise<string[]> => {
      const all = await runSql(databaseUrl(), `select tablename as name from pg_tables where schemaname = 'public'`);
      const counts = all.map(async ({ name }) => {
        const where = `row_to_json(t)::text ilike '%${MARK}%'`;
        const rows = await runSql(databaseUrl(), `select 1 from "${name}" t where ${where} limit 1`);
        return rows.map(() => String(name));
      });
      return (await Promise.all(counts)).flat().toSorted();
    };

    let receiver: Receiver;
    before(async () => {
      receiver = await startReceiver((_, response) => {
        // echoes the newest event
        response.writeHead(200).end(receiver.received.at(-1)?.body.slice(0, 900));
      });
      await createWebhook(app(), { url: receiver.url, events: ['*'] });
    });
    after(() => receiver.close());

    it('leaves the buyer in invoices and credit notes alone, and nowhere after the retention', async () => {
      const { id: user_id } = await createUser(app(), { name: MARK, email: PERSONAL.email });
      const post = (at: string, body: object) =>
        app().call(at, { method: 'POST', body, headers: { 'Idempotency-Key': `of-${at.length}` } });
      await post('/api/invoices', { user_id, ...PERSONAL });
      const { id } = await createInvoice(app(), { user_id, ...PERSONAL });
      await post('/api/credit_notes', { invoice_id: id, amount: 1, note: MARK });
      await eventually('the webhook got the events', async () => receiver.received.length >= 6);
      // a response is stored soon after it was received
      await eventually('its responses are stored', async () => (await tables()).includes('webhook_deliveries'));
      expect(await tables()).to.include.members(['credit_notes', 'events', 'invoices', 'users']);
      expect((await app().call(`/api/users/${user_id}`, { method: 'DELETE' })).status).to.equal(204);
      expect(await tables()).to.deep.equal(['credit_notes', 'invoices']);
      for (const _ of [1, 2]) await advanceClock(app(), 9 * 366 * 86_400);
      expect(await tables()).to.deep.equal([]);
      expect(await runSql(databaseUrl(), 'select id from invoice_files')).to.deep.equal([]);
    });
  },
  { TEST_CLOCK: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
);
