import { expect } from 'chai';
import { createInvoice, createUser, INVOICE_LINE as LINE, signIn } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('invoices', ({ app }) => {
  const post = (at: string, body?: object, key?: string) =>
    app().call(at, { method: 'POST', ...(body && { body }), ...(key === undefined ? {} : { key }) });

  const draft = async (fields: object = {}) => {
    const { id } = await createUser(app(), { name: 'Ada Lovelace' });
    const reply = await post('/api/invoices', { user_id: id, lines: [LINE], ...fields });
    expect(reply.status, reply.text).to.equal(201);
    return reply.json;
  };

  const step = (invoice: { id: string }, name: string, body?: object) =>
    post(`/api/invoices/${invoice.id}/${name}`, body);

  const finalized = (fields: object = {}) => createInvoice(app(), fields);

  const eventsOf = async ({ id }: { id: string }): Promise<string[]> => {
    const { json } = await app().call('/api/events?limit=100');
    const events = json.data as { resource_id: string; type: string }[];
    return events.filter((event) => event.resource_id === id).map(({ type }) => type);
  };

  const numberOf = ({ number }: { number: string }): number => Number(number.split('-')[1]);

  it('are created as drafts without a number, changed and deleted', async () => {
    const created = await draft({ due_at: '2036-12-31T01:00:00+01:00', tax_id: 'AB 1234' });
    expect(created).to.include({ number: null, status: 'draft', total: 119, tax: 19, amount_due: 0, tax_id: 'AB1234' });
    expect(created.due_at).to.equal('2036-12-31T00:00:00.000Z');
    const at = `/api/invoices/${created.id}`;
    const lines = [
      { description: 'Advice', unit_price: 10, period: { start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z' } },
    ];
    const patched = await app().call(at, { method: 'PATCH', body: { lines, due_at: null } });
    expect(patched.json).to.include({ total: 10, due_at: null, version: 2 });
    const period = { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' };
    expect(patched.json.draft_lines).to.deep.equal([{ description: 'Advice', unit_price: 10, period }]);
    expect((await draft({ lines: undefined })).draft_lines).to.deep.equal([]);
    const same = await app().call(at, { method: 'PATCH', body: { lines } });
    expect(same.json.version).to.equal(2);
    expect((await app().call(at, { method: 'DELETE' })).status).to.equal(204);
    expect((await app().call(at)).status).to.equal(404);
    expect(await eventsOf(created)).to.deep.equal(['invoice.deleted', 'invoice.updated', 'invoice.created']);
  });

  it('say whether their file has XML for machines, and what is missing', async () => {
    const shop = { address: { line1: 'Hauptstraße 1', city: 'Berlin', country: 'DE' }, tax_id: 'DE136695976' };
    expect((await app().call('/api/shop', { method: 'PATCH', body: shop })).status).to.equal(200);
    const address = { line1: '12 St James’s Square', city: 'London', country: 'GB' };
    expect((await draft()).e_invoice).to.equal(null);
    expect((await finalized()).e_invoice).to.deep.equal({ profile: null, missing: ['buyer.address'] });
    const complete = await finalized({ billing_address: address });
    expect(complete.e_invoice).to.deep.equal({ profile: 'en16931', missing: [] });
    const note = await post('/api/credit_notes', { invoice_id: complete.id, amount: 19, reason: 'goodwill' });
    expect(note.json.e_invoice, note.text).to.deep.equal({ profile: 'en16931', missing: [] });
  });

  it('have a file that is named after the number', async () => {
    const nameOf = async (path: string) => (await app().call(path)).headers.get('Content-Disposition');
    const invoice = await finalized();
    expect(await nameOf(`/api/invoices/${invoice.id}/pdf`)).to.equal(`attachment; filename="${invoice.number}.pdf"`);
    const note = (await post('/api/credit_notes', { invoice_id: invoice.id, amount: 1, reason: 'goodwill' })).json;
    expect(await nameOf(`/api/credit_notes/${note.id}/pdf`)).to.equal(`attachment; filename="${note.number}.pdf"`);
    const shop = (invoice_prefix: string) => app().call('/api/shop', { method: 'PATCH', body: { invoice_prefix } });
    expect((await shop('R/26-')).status).to.equal(200);
    const other = await finalized();
    expect(await nameOf(`/api/invoices/${other.id}/pdf`)).to.match(/^attachment; filename="R-26-\d+\.pdf"$/);
    await shop('INV-');
  });

  it('have the tax of the sum of many small lines, by the rates of the shop and by their own', async () => {
    const rate = { name: 'VAT', percent: 19, country: 'PL' };
    expect((await post('/api/tax_rates', rate)).status).to.equal(201);
    const billing_address = { line1: 'Rynek 1', country: 'PL' };
    const many = (fields: object) =>
      Array.from({ length: 200 }, () => ({ description: 'A call', unit_price: 0.03, ...fields }));
    const lines = [...many({}), ...many({ tax_rate: 19 })];
    const created = await draft({ billing_address, lines });
    expect(created).to.include({ subtotal: 12, tax: 2.28, total: 14.28 });
    expect(created.tax_lines).to.deep.equal([{ name: 'VAT', rate: 19, taxable: 12, amount: 2.28 }]);
  });

  it('get numbers without gaps when they are finalized, also concurrently', async () => {
    const first = await finalized();
    await step(await draft({ lines: [] }), 'finalize');
    await post(`/api/invoices/${(await draft()).id}/finalize?dry_run=true`);
    const drafts = await Promise.all(Array.from({ length: 8 }, () => draft()));
    const replies = await Promise.all(drafts.flatMap((each) => [step(each, 'finalize'), step(each, 'finalize')]));
    const numbers = replies.filter(({ status }) => status === 200).map(({ json }) => numberOf(json));
    expect(numbers.toSorted((a, b) => a - b)).to.deep.equal(drafts.map((_, index) => numberOf(first) + 1 + index));
    for (const { json } of replies.filter(({ status }) => status !== 200)) {
      expect(json).to.include({ code: 'invalid_state', current_state: 'open' });
    }
  });

  it('keep the seller and the buyer of the finalization', async () => {
    const shop = { name: 'Linen & Co', address: { line1: 'Rua Augusta 1', country: 'PT' }, tax_id: 'PT123456789' };
    await app().call('/api/shop', {
      method: 'PATCH',
      body: { ...shop, invoice_footer: 'IBAN 1', invoice_prefix: 'R/' },
    });
    const billing_address = { company: 'Engines', name: 'Ada', line1: 'A 1', country: 'PT' };
    const invoice = await finalized({ billing_address });
    await app().call('/api/shop', { method: 'PATCH', body: { name: 'Other', invoice_prefix: null } });
    const { json } = await app().call(`/api/invoices/${invoice.id}`);
    expect(json).to.deep.equal(invoice);
    expect(json.number).to.match(/^R\/\d{6}$/);
    expect(json.seller).to.include({ name: 'Linen & Co', tax_id: 'PT123456789' });
    expect(json.buyer).to.include({ name: 'Engines', legal_name: null });
    expect(json).to.include({ footer: 'IBAN 1', draft_lines: null });
    const days = (Date.parse(json.due_at) - Date.parse(json.finalized_at)) / 86_400_000;
    expect(days).to.equal(14);
  });

  it('are immutable afterwards', async () => {
    const invoice = await finalized();
    const at = `/api/invoices/${invoice.id}`;
    for (const method of ['PATCH', 'DELETE']) {
      const reply = await app().call(at, { method, ...(method === 'PATCH' && { body: { lines: [] } }) });
      expectProblem(reply, 409, 'invalid_state');
    }
    expect((await app().call(at)).json).to.deep.equal(invoice);
  });

  it('are voided, or given up', async () => {
    const voided = await step(await finalized(), 'void');
    expect(voided.json).to.include({ status: 'void', amount_due: 0 });
    expect(voided.json.actions).to.deep.equal([]);
    expect((await eventsOf(voided.json))[0]).to.equal('invoice.voided');
    const uncollectible = await step(await finalized(), 'mark_uncollectible');
    expect(uncollectible.json).to.include({ status: 'uncollectible', amount_due: 119 });
    expect((await eventsOf(uncollectible.json))[0]).to.equal('invoice.uncollectible');
    expectProblem(await step(uncollectible.json, 'mark_uncollectible'), 409, 'invalid_state');
    expectProblem(await step(await draft(), 'void'), 409, 'invalid_state');
  });

  it('are paid at once if nothing is due', async () => {
    const free = await finalized({ lines: [{ description: 'Sample', unit_price: 0 }] });
    expect(free).to.include({ status: 'paid', amount_due: 0, total: 0 });
  });

  it('are credited in proportion to their tax rates, until nothing is due', async () => {
    const lines = [LINE, { description: 'Book', quantity: 3, unit_price: 3.33, tax_rate: 7 }];
    const invoice = await finalized({ lines });
    expect(invoice.total).to.equal(129.69);
    const credit = async (amount?: number) => {
      const reply = await post('/api/credit_notes', {
        invoice_id: invoice.id,
        ...(amount !== undefined && { amount }),
      });
      expect(reply.status, reply.text).to.equal(201);
      return reply.json;
    };
    const notes = [await credit(0.01), await credit(40), await credit(33.33), await credit()];
    expect(notes.map(({ total }) => total)).to.deep.equal([0.01, 40, 33.33, 56.35]);
    const taxOf = (rate: number) =>
      notes
        .flatMap(({ tax_lines: taxes }) => taxes as { rate: number; amount: number }[])
        .filter((tax) => tax.rate === rate)
        .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    const cents = invoice.tax_lines.map((tax: { amount: number }) => Math.round(tax.amount * 100));
    expect([taxOf(19), taxOf(7)]).to.deep.equal(cents);
    const { json } = await app().call(`/api/invoices/${invoice.id}`);
    expect(json).to.include({ status: 'paid', amount_credited: 129.69, amount_due: 0 });
    const listed = await app().call(`/api/credit_notes?invoice_id=${invoice.id}`);
    expect(listed.json.data.map(({ id }: { id: string }) => id)).to.deep.equal(notes.map(({ id }) => id).reverse());
    expect(numberOf(notes[3])).to.equal(numberOf(notes[0]) + 3);
    expectProblem(await post('/api/credit_notes', { invoice_id: invoice.id }), 409, 'invalid_state');
  });

  it('reject what is wrong, all at once', async () => {
    const { id: user_id } = await createUser(app());
    const body = {
      user_id,
      currency: 'JPY',
      due_at: '2020-01-01T00:00:00Z',
      lines: [
        { description: 'a', unit_price: 1.5 },
        { description: 'b', unit_price: 1, tax_rate: 19.123_45 },
        { description: 'c', unit_price: 1, period: { start: '2026-01-01T00:00:00Z', end: '2026-01-01T00:00:00Z' } },
        { description: 'd', unit_price: 999_999_999_999, quantity: 2 },
      ],
    };
    const problem = expectProblem(await post('/api/invoices', body), 422, 'validation_failed');
    expect(errorPathsOf(problem)).to.have.members([
      '/due_at',
      '/lines/0/unit_price',
      '/lines/1/tax_rate',
      '/lines/2/period/end',
      '/lines/3/unit_price',
    ]);
    for (const [fields, path] of [
      [{ lines: [{ ...LINE, quantity: 0 }] }, '/lines/0/quantity'],
      [{ lines: [{ ...LINE, quantity: 1e9 }] }, '/lines/0/quantity'],
      [{ tax_id: '?' }, '/tax_id'],
      [{ billing_address: { line1: 'a', country: 'DE' }, tax_id: 'DE12' }, '/tax_id'],
      [{ currency: 'XXX' }, '/currency'],
      [{ lines: [LINE], discount_codes: ['NO-SUCH'] }, '/discount_codes/0'],
    ] as const) {
      const refused = expectProblem(await post('/api/invoices', { user_id, ...fields }), 422, 'validation_failed');
      expect(errorPathsOf(refused)).to.deep.equal([path]);
    }
    const unknown = { user_id: `usr_${'0'.repeat(26)}` };
    expectProblem(await post('/api/invoices', unknown), 422, 'unknown_reference');
    const tooMuch = { invoice_id: (await finalized()).id, amount: 119.01 };
    expectProblem(await post('/api/credit_notes', tooMuch), 422, 'validation_failed');
    expectProblem(await step(await draft({ lines: [] }), 'finalize'), 409, 'invalid_state');
  });

  it('have a file that never changes, as have credit notes', async () => {
    const invoice = await finalized();
    const note = (await post('/api/credit_notes', { invoice_id: invoice.id, amount: 10 })).json;
    const fileOf = async (at: string): Promise<Buffer> => {
      const reply = await fetch(`${app().url}${at}/pdf`, { headers: { Authorization: `Bearer ${app().ownerKey}` } });
      expect(reply.status).to.equal(200);
      expect(reply.headers.get('content-type')).to.equal('application/pdf');
      return Buffer.from(await reply.arrayBuffer());
    };
    const first = await fileOf(`/api/invoices/${invoice.id}`);
    expect(first.subarray(0, 5).toString()).to.equal('%PDF-');
    await app().call('/api/shop', { method: 'PATCH', body: { name: 'Renamed' } });
    expect((await fileOf(`/api/invoices/${invoice.id}`)).equals(first)).to.equal(true);
    expect((await fileOf(`/api/credit_notes/${note.id}`)).subarray(0, 5).toString()).to.equal('%PDF-');
    expectProblem(await app().call(`/api/invoices/${(await draft()).id}/pdf`), 404, 'not_found');
  });

  it('are seen by their own customers only', async () => {
    const user = await createUser(app());
    const token = await signIn(app(), user);
    const own = await finalized({ user_id: user.id });
    const other = await finalized();
    const read = (path: string) => app().call(path, { key: token });
    expect((await read(`/api/invoices/${own.id}`)).status).to.equal(200);
    expectProblem(await read(`/api/invoices/${other.id}`), 404, 'not_found');
    expect((await read('/api/invoices')).json.data.map(({ id }: { id: string }) => id)).to.deep.equal([own.id]);
    expectProblem(await post(`/api/invoices/${own.id}/void`, undefined, token), 403, 'insufficient_scope');
  });
});
