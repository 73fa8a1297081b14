import { expect } from 'chai';
import { expectGapless } from '../../support/documents/document-numbers.ts';
import { runs } from '../../support/extent.ts';
import { runSql } from '../../support/servers/database.ts';
import { startTwoProcesses, type TwoProcesses } from '../../support/servers/two-processes.ts';
import { shuffled } from '../../support/shuffled.ts';

const ROUNDS = runs(25);

describe('invoices of orders over two processes', () => {
  let processes: TwoProcesses;
  let databaseUrl: string;
  let product: string;
  let turn = 0;

  before(async () => {
    processes = await startTwoProcesses();
    ({ databaseUrl } = processes);
    product = (await send('/api/products', { name: 'Linen shirt', price: 20 })).json.id;
  });
  after(() => processes.stop());

  /** Sends to one process after the other. */
  const send = async (path: string, body: object = {}) => {
    turn += 1;
    const reply = await processes.send(turn, path, body);
    if (reply === undefined) throw new TypeError(`${path} was not answered.`);
    return reply;
  };

  const ordered = async (): Promise<string> => {
    const reply = await send('/api/orders', { anonymous: true, items: [{ product_id: product, quantity: 3 }] });
    expect(reply.status, reply.text).to.equal(201);
    return reply.json.id;
  };
  const pay = (order_id: string, amount?: number) =>
    send('/api/payments', { order_id, payment_method: { token: 'tok_success' }, ...(amount && { amount }) });
  const create = (order_id: string) => send('/api/invoices', { order_id });
  const stored = async (orderId: string) => {
    const rows = await runSql(
      databaseUrl,
      `select i.status, i.amount_paid = o.amount_paid and i.amount_refunded = o.amount_refunded as follows,
         o.invoice_id = i.id as is_billed, i.amount_due::float as due,
         i.amount_credited = coalesce((select sum(n.total) from credit_notes n where n.invoice_id = i.id), 0) as is_credited
       from invoices i join orders o on o.id = i.order_id where i.order_id = '${orderId}' and i.status <> 'void'`,
    );
    expect(rows).to.have.length(1);
    return rows[0];
  };

  it('are made once, however many are requested', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await ordered();
      const replies = await Promise.all(Array.from({ length: 8 }, () => create(id)));
      const statuses = replies.map(({ status }) => status).toSorted();
      expect(statuses).to.deep.equal([201, ...Array.from({ length: 7 }, () => 409)]);
      for (const { status, json } of replies) if (status === 409) expect(json.code).to.equal('already_exists');
      expect(await stored(id)).to.include({ status: 'draft', is_billed: true });
    }
  });

  it('have what was paid for the order and refunded meanwhile', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await ordered();
      const first = round % 2 === 0 ? undefined : await pay(id, 20);
      const refund = () => (first === undefined ? pay(id, 20) : send(`/api/payments/${first.json.id}/refunds`, {}));
      const invoice = async (): Promise<void> => {
        const draft = await create(id);
        expect(draft.status, draft.text).to.equal(201);
        const finalized = await send(`/api/invoices/${draft.json.id}/finalize`);
        expect(finalized.status, finalized.text).to.equal(200);
      };
      await Promise.all(shuffled([invoice, refund, () => pay(id)]).map((request) => request()));
      const paid = await pay(id);
      expect(paid.status, paid.text).to.be.oneOf([201, 409]);
      expect(await stored(id), `round ${round}`).to.deep.equal({
        status: 'paid',
        follows: true,
        is_billed: true,
        due: 0,
        is_credited: true,
      });
    }
    const [notes] = await runSql(databaseUrl, 'select count(*)::integer as count from credit_notes');
    await expectGapless(databaseUrl, { invoices: ROUNDS, credit_notes: Number(notes?.['count']) });
    expect(await runSql(databaseUrl, 'select * from ledger_discrepancies')).to.deep.equal([]);
  });

  it('are voided or credited when the order is cancelled meanwhile', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await ordered();
      const draft = await create(id);
      const requests = [
        () => send(`/api/invoices/${draft.json.id}/finalize`),
        () => send(`/api/orders/${id}/cancel`),
        () => pay(id),
      ];
      const replies = await Promise.all(shuffled(requests).map((request) => request()));
      for (const { status, text } of replies) expect(status, text).to.be.oneOf([200, 201, 404, 409]);
      await send(`/api/orders/${id}/cancel`);
      const [order] = await runSql(
        databaseUrl,
        `select o.status, o.invoice_id, i.status as invoice, i.amount_due::float as due from orders o
         left join invoices i on i.order_id = o.id where o.id = '${id}'`,
      );
      expect(order?.['status'], `round ${round}`).to.equal('cancelled');
      expect(order?.['invoice'], `round ${round}`).to.be.oneOf([null, 'void', 'paid']);
      expect(order?.['invoice_id'] === null).to.equal(order?.['invoice'] !== 'paid');
      expect(order?.['due'] ?? 0).to.equal(0);
    }
  });
});
