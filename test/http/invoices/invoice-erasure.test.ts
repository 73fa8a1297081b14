import { expect } from 'chai';
import { createInvoice, createUser, INVOICE_LINE } from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const YEAR = 366 * 86_400;

onService(
  'invoices of an erased user',
  ({ app }) => {
    const post = async (at: string, body?: object, key?: string) => {
      const headers = key === undefined ? {} : { 'Idempotency-Key': key };
      const reply = await app().call(at, { method: 'POST', headers, ...(body && { body }) });
      expect(reply.status, reply.text).to.be.oneOf([200, 201]);
      return reply;
    };
    const get = async (at: string) => (await app().call(at)).json;
    const eventsOf = async ({ id }: { id: string }) => {
      const { data } = await get('/api/events?limit=100');
      return (data as { resource_id: string; type: string; data: object; previous: object }[]).filter(
        (event) => event.resource_id === id,
      );
    };

    const MARK = 'Quillfeather';
    const fields = {
      email: 'quillfeather@example.com',
      tax_id: 'QUILLFEATHER',
      footer: `For ${MARK}`,
      metadata: { note: MARK },
      billing_address: { name: MARK, line1: `${MARK} 1`, country: 'US' },
      lines: [{ ...INVOICE_LINE, description: `Advice to ${MARK}` }],
    };

    it('keep the buyer for the retention years only, and drafts go at once', async () => {
      await app().call('/api/shop', { method: 'PATCH', body: { invoice_retention_years: 2 } });
      const { id: user_id } = await createUser(app(), { name: MARK });
      const created = await post('/api/invoices', { ...fields, user_id }, 'draft');
      const draft = created.json;
      const invoice = await createInvoice(app(), { ...fields, user_id });
      const note = (await post('/api/credit_notes', { invoice_id: invoice.id, amount: 10, note: MARK }, 'credit')).json;
      const paying = {
        invoice_id: invoice.id,
        payment_method: { token: 'tok_success' },
        amount: 4,
        metadata: { note: MARK },
      };
      const payment = (await post('/api/payments', paying, 'pay')).json;
      const others = await createInvoice(app());
      const [before, noteBefore] = [
        await get(`/api/invoices/${invoice.id}`),
        await get(`/api/credit_notes/${note.id}`),
      ];
      const exported = await get(`/api/users/${user_id}/export`);
      expect(exported.invoices).to.have.deep.members([draft, before]);
      expect(exported.payments.map(({ id }: { id: string }) => id)).to.deep.equal([payment.id]);
      expect(exported.credit_notes).to.deep.equal([noteBefore]);

      expect((await app().call(`/api/users/${user_id}`, { method: 'DELETE' })).status).to.equal(204);
      expectProblem(await app().call(`/api/invoices/${draft.id}`), 404, 'not_found');
      const [kept, keptNote] = [await get(`/api/invoices/${invoice.id}`), await get(`/api/credit_notes/${note.id}`)];
      const changed = { version: 0, updated_at: '' };
      expect({ ...kept, ...changed }).to.deep.equal({ ...before, ...changed });
      expect({ ...keptNote, ...changed }).to.deep.equal({ ...noteBefore, ...changed });
      expect((await app().call(`/api/invoices/${invoice.id}/pdf`)).status).to.equal(200);
      // what is written later tells nothing of the person either
      await post(`/api/invoices/${invoice.id}/mark_uncollectible`);
      const later = (await post('/api/credit_notes', { invoice_id: invoice.id, amount: 5 })).json;
      expect((await get(`/api/payments/${payment.id}`)).metadata).to.deep.equal({});
      for (const each of [draft, invoice, note, later, payment]) {
        const events = await eventsOf(each);
        expect(events).not.to.deep.equal([]);
        expect(JSON.stringify(events)).not.to.match(/quillfeather/i);
      }
      expect((await eventsOf(draft)).map(({ type }) => type)).to.deep.equal(['invoice.deleted', 'invoice.created']);
      for (const [key, at, body] of [
        ['draft', '/api/invoices', { ...fields, user_id }],
        ['pay', '/api/payments', paying],
        ['credit', '/api/credit_notes', { invoice_id: invoice.id, amount: 10, note: MARK }],
      ] as const) {
        expect((await post(at, body, key)).json).to.deep.equal({ object: 'erased_answer' });
      }

      await advanceClock(app(), 3 * YEAR);
      const erased = await get(`/api/invoices/${invoice.id}`);
      const texts = { buyer: null, billing_address: null, email: null, tax_id: null, footer: null, metadata: {} };
      expect(erased).to.deep.include(texts);
      expect(erased).to.include({ number: invoice.number, total: 119, tax: 19, amount_credited: 15, user_id });
      expect(erased.lines[0]).to.deep.equal({ ...before.lines[0], description: '' });
      expect(erased.seller).to.deep.equal(before.seller);
      for (const { id } of [note, later]) {
        const erasedNote = await get(`/api/credit_notes/${id}`);
        expect(erasedNote).to.deep.include({ buyer: null, note: null, tax_id: null, footer: null });
        expect(erasedNote).to.include({ invoice_number: invoice.number, total: id === note.id ? 10 : 5 });
        expect(JSON.stringify(erasedNote)).not.to.match(/quillfeather/i);
        expectProblem(await app().call(`/api/credit_notes/${id}/pdf`), 404, 'not_found');
      }
      const pdf = expectProblem(await app().call(`/api/invoices/${invoice.id}/pdf`), 404, 'not_found');
      expect(pdf.detail).to.match(/buyer was erased/);
      expect((await get(`/api/invoices/${others.id}`)).buyer.name).to.equal('Ada Lovelace');
    });

    it('include those whose retention ended before', async () => {
      const { id: user_id } = await createUser(app());
      const { id } = await createInvoice(app(), { ...fields, user_id });
      await advanceClock(app(), 3 * YEAR);
      expect((await get(`/api/invoices/${id}`)).buyer.name).to.equal(MARK);
      await app().call(`/api/users/${user_id}`, { method: 'DELETE' });
      await advanceClock(app(), 1);
      expect((await get(`/api/invoices/${id}`)).buyer).to.equal(null);
    });

    it('get no new draft', async () => {
      const { id: user_id } = await createUser(app());
      const [erasure, ...drafts] = await Promise.all([
        app().call(`/api/users/${user_id}`, { method: 'DELETE' }),
        ...Array.from({ length: 6 }, () => app().call('/api/invoices', { method: 'POST', body: { user_id } })),
      ]);
      expect(erasure.status).to.equal(204);
      for (const reply of drafts) {
        if (reply.status !== 201) expectProblem(reply, 422, 'unknown_reference');
      }
      expect((await get(`/api/invoices?user_id=${user_id}`)).data).to.deep.equal([]);
    });
  },
  { TEST_CLOCK: 'true' },
);
