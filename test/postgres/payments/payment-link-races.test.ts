import { expect } from 'chai';
import { createOrder, createProduct, itemsOf, posted } from '../../support/builders/resources.ts';
import { filledForm } from '../../support/html-form.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { makeVisitor } from '../../support/servers/visitor.ts';

onStorage('postgres', 'payment links at the same time', ({ app }) => {
  const anOrder = async () => createOrder(app(), { items: itemsOf([await createProduct(app(), { price: 20 })]) });
  const linkTo = ({ id }: Reply['json']) => posted(app(), '/api/payment_links', { order_id: id });
  /** The form of a link's page, as its payer sends it. */
  const formOf = async ({ url }: { url: string }): Promise<() => Promise<number>> => {
    const { pathname } = new URL(url);
    const { html } = await makeVisitor(app().url).request(pathname);
    const fields = filledForm(html, { choice: 'sandbox:tok_success' });
    return async () => (await makeVisitor(app().url).request(pathname, fields)).status;
  };
  const stateOf = async ({ id }: Reply['json']) => {
    const { amount_paid: paid } = (await app().call(`/api/orders/${id}`)).json;
    const { data } = (await app().call(`/api/payments?order_id=${id}`)).json;
    return { paid, payments: data.map(({ status }: { status: string }) => status) };
  };

  it('charge once though a form is sent twenty times', async () => {
    const order = await anOrder();
    const submit = await formOf(await linkTo(order));
    const statuses = await Promise.all(Array.from({ length: 20 }, submit));
    expect(new Set(statuses)).to.deep.equal(new Set([303]));
    expect(await stateOf(order)).to.deep.equal({ paid: 20, payments: ['succeeded'] });
  });

  it('charge once through several links and pages of one order', async () => {
    const order = await anOrder();
    const links = [await linkTo(order), await linkTo(order)];
    const submits = await Promise.all([...links, ...links].map(formOf));
    await Promise.all(submits.map((submit) => submit()));
    const { paid, payments } = await stateOf(order);
    expect([paid, payments.filter((status: string) => status === 'succeeded')]).to.deep.equal([20, ['succeeded']]);
  });

  it('are paid before they are deactivated, or not at all', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const order = await anOrder();
        const link = await linkTo(order);
        const submit = await formOf(link);
        const deactivate = () => posted(app(), `/api/payment_links/${link.id}/deactivate`);
        await Promise.all([submit(), deactivate()]);
        await submit();
        const { paid, payments } = await stateOf(order);
        expect(paid).to.equal(payments.length === 0 ? 0 : 20);
        const [events, audit] = await Promise.all(
          [`/api/events?resource_id=${link.id}`, `/api/payments?order_id=${order.id}`].map((path) => app().call(path)),
        );
        const [ended] = events?.json.data ?? [];
        const [begun] = audit?.json.data ?? [];
        // whichever was first, nothing begins after the deactivation has committed
        return begun === undefined || begun.created_at <= ended.created_at;
      }),
    );
    expect(outcomes.every(Boolean)).to.equal(true);
  });
});
