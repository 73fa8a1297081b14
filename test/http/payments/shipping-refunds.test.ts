import { expect } from 'chai';
import { createOrder, createPayment, createProduct, itemsOf, posted } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('refunds of shipping', ({ app }) => {
  const post = (at: string, body: object = {}) => app().call(at, { method: 'POST', body });
  const make = (at: string, body: object = {}) => posted(app(), at, body);
  const read = async (at: string) => (await app().call(at)).json;

  before(async () => {
    await make('/api/tax_rates', { name: 'VAT', percent: 19, country: 'DE' });
  });

  /** A paid order of goods of 100 with shipping of 10, with 19 % added. */
  const paidOrder = async () => {
    const tiers = [{ up_to: null, price: 10 }];
    const method = await make('/api/shipping_methods', { name: 'Standard', countries: ['DE'], tiers });
    const order = await createOrder(app(), {
      items: itemsOf([await createProduct(app(), { price: 50 })], 2),
      shipping_address: { line1: '1 Main St', country: 'DE' },
      shipping_method_id: method.id,
    });
    expect(order).to.include({ total: 130.9, tax: 20.9 });
    const { id } = await createPayment(app(), order.id);
    return { order, at: `/api/orders/${order.id}`, refunds: `/api/payments/${id}/refunds` };
  };

  it('refund all of it, or an amount, and never more', async () => {
    const { at, refunds } = await paidOrder();
    const above = expectProblem(await post(refunds, { shipping: 11.91 }), 422, 'validation_failed');
    expect(errorPathsOf(above)).to.deep.equal(['/shipping']);
    expect(await make(refunds, { shipping: 5 })).to.include({ amount: 5, shipping: 5, restock: false });
    expect(await read(at)).to.include({
      shipping_refunded: 5,
      amount_refunded: 5,
      payment_status: 'partially_refunded',
    });
    expect(await make(refunds, { shipping: true })).to.include({ amount: 6.9, shipping: 6.9 });
    expect(await read(at)).to.include({ shipping_refunded: 11.9, total: 130.9, amount_due: 0 });
    expectProblem(await post(refunds, { shipping: true }), 422, 'validation_failed');
    expectProblem(await post(refunds, { shipping: 0.01 }), 422, 'validation_failed');
    expectProblem(await post(refunds, { shipping: false }), 422, 'validation_failed');
  });

  it('refund it together with items, and leave it out of what items cost later', async () => {
    const { order, at, refunds } = await paidOrder();
    const items = [{ item_id: order.items[0].id, quantity: 1 }];
    const refund = await make(refunds, { items, shipping: true });
    expect(refund).to.include({ amount: 71.4, shipping: 11.9, restock: true });
    expect(await read(`${refunds}/${refund.id}`)).to.deep.equal(refund);
    expect(await read(at)).to.include({ shipping_refunded: 11.9, amount_refunded: 71.4, total: 71.4 });
  });

  it('credit the tax of what was refunded', async () => {
    const { order, refunds } = await paidOrder();
    const draft = await make('/api/invoices', { order_id: order.id });
    const invoice = await make(`/api/invoices/${draft.id}/finalize`);
    await make(refunds, { shipping: true });
    await eventually('the refund was credited', async () => {
      return (await read(`/api/credit_notes?invoice_id=${invoice.id}`)).data.length === 1;
    });
    const [note] = (await read(`/api/credit_notes?invoice_id=${invoice.id}`)).data;
    expect(note.tax_lines).to.deep.equal([{ name: 'VAT', rate: 19, taxable: 10, amount: 1.9 }]);
  });

  it('are refused of an order without shipping', async () => {
    const order = await createOrder(app(), { items: itemsOf([await createProduct(app(), { price: 50 })]) });
    const { id } = await createPayment(app(), order.id);
    const refused = expectProblem(
      await post(`/api/payments/${id}/refunds`, { shipping: true }),
      422,
      'validation_failed',
    );
    expect(errorPathsOf(refused)).to.deep.equal(['/shipping']);
  });
});
