import { expect } from 'chai';
import { createInvoice, createUser, INVOICE_LINE } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('requests of invoices', ({ app }) => {
  const post = (at: string, body?: object, headers: Record<string, string> = {}) =>
    app().call(at, { method: 'POST', headers, ...(body && { body }) });

  const draft = async (fields: object = {}) => {
    const { id: user_id } = await createUser(app());
    return (await post('/api/invoices', { user_id, lines: [INVOICE_LINE], ...fields })).json;
  };

  it('that are repeated while the first one is in progress finalize once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await draft();
      const headers = { 'Idempotency-Key': `finalize-${id}` };
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => post(`/api/invoices/${id}/finalize`, undefined, headers)),
      );
      const numbers = new Set<string>();
      for (const reply of replies) {
        if (reply.status === 200) numbers.add(reply.json.number);
        else expectProblem(reply, 409, 'idempotency_in_progress');
      }
      expect(numbers.size).to.equal(1);
    }
  });

  it('name the version before the state', async () => {
    const { id } = await createInvoice(app());
    const stale = { 'If-Match': '"1"' };
    expectProblem(await post(`/api/invoices/${id}/finalize`, undefined, stale), 412, 'version_mismatch');
    const patch = { method: 'PATCH', body: { footer: 'x' }, headers: stale };
    expectProblem(await app().call(`/api/invoices/${id}`, patch), 412, 'version_mismatch');
    for (const at of [`/api/invoices/inv_${'0'.repeat(26)}`]) {
      expectProblem(await post(`${at}/finalize`), 404, 'not_found');
      expectProblem(await app().call(at, { method: 'PATCH', body: {} }), 404, 'not_found');
    }
  });

  it('have at most 500 lines, each with all its fields', async () => {
    const period = { start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z' };
    const lines = Array.from({ length: 500 }, () => ({ ...INVOICE_LINE, tax_category: 'services', period }));
    const { id, total } = await draft({ lines });
    expect(total).to.equal(59_500);
    expect((await app().call(`/api/invoices/${id}`, { method: 'PATCH', body: { lines } })).status).to.equal(200);
    const finalized = await post(`/api/invoices/${id}/finalize`);
    expect(finalized.json.lines).to.have.length(500);
    const { id: user_id } = await createUser(app());
    const refused = await post('/api/invoices', { user_id, lines: [...lines, INVOICE_LINE] });
    expect(errorPathsOf(expectProblem(refused, 422, 'validation_failed'))).to.deep.equal(['/lines']);
    const flood = await post('/api/invoices', { user_id, discount_codes: Array(6_001).fill('a') });
    expect(expectProblem(flood, 400, 'malformed_json').detail).to.include('at most 6000 values');
  });
});
