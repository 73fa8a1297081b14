import { expect } from 'chai';
import { createPlan, createSubscription, createUser, posted } from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { eventually } from '../../support/eventually.ts';
import { onService } from '../../support/servers/on-service.ts';

const DAY = 86_400;

type Line = Readonly<{ description: string; total: number; tax: number; tax_rate: number | null }>;

onService(
  'the credit of a change of a subscription',
  ({ app }) => {
    const post = (at: string, body: object = {}) => posted(app(), at, body);
    const patch = async (id: string, body: object) => {
      const reply = await app().call(`/api/subscriptions/${id}`, { method: 'PATCH', body });
      expect(reply.status, reply.text).to.equal(200);
    };
    const read = async (at: string) => (await app().call(at)).json;
    const advance = (days: number) => advanceClock(app(), days * DAY);
    /** A period of 28 days. */
    const plan = (name: string, amount: number, fields: object = {}) =>
      createPlan(app(), { name, amount, pricing: 'flat', interval: 'week', interval_count: 4, ...fields });
    const start = (planned: { id: string }, fields: object = {}) =>
      createSubscription(app(), { plan_id: planned.id, quantity: 1, collection: 'send', ...withoutMethod, ...fields });
    const withoutMethod = { payment_method: undefined };
    const invoicesOf = async (id: string) => (await read(`/api/invoices?subscription_id=${id}`)).data.toReversed();
    const pay = async (id: string, token = 'tok_success', index = 0) => {
      const invoice = (await invoicesOf(id))[index];
      return post('/api/payments', { invoice_id: invoice.id, payment_method: { token } });
    };
    /** Pays by a token whose charge is disputed, and waits until the dispute has a status. */
    const dispute = async (id: string, token: string, status: string) => {
      const payment = await pay(id, token);
      const isThere = async () => (await read(`/api/payments/${payment.id}`)).dispute?.status === status;
      await eventually(`the dispute is ${status}`, isThere);
    };
    const nextLines = async (id: string): Promise<Line[]> =>
      (await read(`/api/subscriptions/${id}/upcoming`)).steps.at(-1).invoice.lines;
    /** The lines of the next invoice, in whole units: the clock runs. */
    const upcoming = async (id: string): Promise<Record<string, number>> => rounded(await nextLines(id));
    const rounded = (lines: readonly Line[]): Record<string, number> =>
      Object.fromEntries(lines.map(({ description, total }) => [description, Math.round(total)]));

    it('is nothing after a chargeback', async () => {
      const [large, small] = [await plan('Large', 100), await plan('Small', 10)];
      const { id } = await start(large);
      await dispute(id, 'tok_dispute_lost', 'lost');
      await advance(14);
      await patch(id, { plan_id: small.id });
      expect(await upcoming(id)).to.deep.equal({ 'Small: remaining time': 5, Small: 10 });
      await patch(id, { plan_id: large.id });
      expect(await upcoming(id)).to.deep.equal({ Large: 100 });
    });

    it('is nothing while a dispute is open, and what is not used once it is won', async () => {
      const [large, small] = [await plan('Large', 100), await plan('Small', 10)];
      for (const [token, status] of [
        ['tok_disputed', 'open'],
        ['tok_dispute_won', 'won'],
      ] as const) {
        const { id } = await start(large);
        await dispute(id, token, status);
        await advance(14);
        await patch(id, { plan_id: small.id });
        const unused = status === 'won' ? { 'Large: unused time': -50 } : {};
        expect(await upcoming(id)).to.deep.equal({ ...unused, 'Small: remaining time': 5, Small: 10 });
      }
    });

    it('is at most what a refund has left', async () => {
      const [large, small] = [await plan('Large', 100), await plan('Small', 10)];
      const { id } = await start(large);
      const payment = await pay(id);
      await post(`/api/payments/${payment.id}/refunds`, { amount: 30 });
      await advance(14);
      await patch(id, { plan_id: small.id });
      expect(await upcoming(id)).to.include({ 'Large: unused time': -50 });
      await post(`/api/payments/${payment.id}/refunds`, { amount: 50 });
      expect(await upcoming(id)).to.include({ 'Large: unused time': -20 });
    });

    it('races a refund without exceeding what is left', async () => {
      const [large, small] = [await plan('Large', 100), await plan('Small', 10)];
      const { id } = await start(large);
      const payment = await pay(id);
      await advance(1);
      await Promise.all([
        post(`/api/payments/${payment.id}/refunds`, { amount: 95 }),
        patch(id, { plan_id: small.id }),
        patch(id, { metadata: { a: 'b' } }),
      ]);
      expect(await upcoming(id)).to.include({ 'Large: unused time': -5 });
    });

    it('has the discount that was charged, also of a code whose minimum only the setup has met', async () => {
      await post('/api/discounts', { name: 'Half', kind: 'percent', percent: 50, code: 'SETUP', min_total: 60 });
      const [large, small] = [await plan('Large', 20, { setup_amount: 50 }), await plan('Small', 2)];
      const { id } = await start(large, { discount_codes: ['SETUP'] });
      expect((await invoicesOf(id))[0]).to.include({ total: 35 });
      await pay(id);
      await advance(14);
      await patch(id, { plan_id: small.id, discount_codes: [] });
      expect(await upcoming(id)).to.deep.equal({ 'Large: unused time': -5, 'Small: remaining time': 1, Small: 2 });
    });

    it('has no discount of a code that was given later', async () => {
      await post('/api/discounts', { name: 'Half', kind: 'percent', percent: 50, code: 'LATER' });
      const [large, small] = [await plan('Large', 100), await plan('Small', 10)];
      const { id } = await start(large);
      await pay(id);
      await advance(14);
      await patch(id, { discount_codes: ['LATER'] });
      await patch(id, { plan_id: small.id });
      expect(await upcoming(id)).to.include({ 'Large: unused time': -50, Small: 5 });
      await patch(id, { plan_id: large.id });
      expect(await upcoming(id)).to.deep.equal({ Large: 50 });
    });

    it('has the tax that was charged, also after a tax id was given', async () => {
      await post('/api/tax_rates', { name: 'USt.', percent: 20, country: 'AT' });
      const address = { name: 'Ada', line1: 'Weg 1', city: 'Wien', postal_code: '1010', country: 'AT' };
      const shop = { name: 'Shop', address: { ...address, city: 'Berlin', country: 'DE', postal_code: '10115' } };
      const reply = await app().call('/api/shop', { method: 'PATCH', body: shop });
      expect(reply.status, reply.text).to.equal(200);
      const confirmed = { tax_id: 'ATU12345675', tax_id_confirmed: true };
      const user = await createUser(app(), { addresses: [address], ...confirmed });
      const [large, small] = [await plan('Large', 100), await plan('Small', 10)];
      const taxed = await start(large, { user_id: user.id });
      const exempt = await start(large, { user_id: user.id, tax_id: 'ATU12345675' });
      expect([(await invoicesOf(taxed.id))[0].total, (await invoicesOf(exempt.id))[0].total]).to.deep.equal([120, 100]);
      await Promise.all([pay(taxed.id), pay(exempt.id)]);
      await advance(14);
      await patch(taxed.id, { tax_id: 'ATU12345675', plan_id: small.id });
      await patch(exempt.id, { tax_id: null, plan_id: small.id });
      expect(await upcoming(taxed.id)).to.deep.equal({
        ...{ 'Large: unused time': -60, 'Small: remaining time': 5, Small: 10 },
      });
      expect(await upcoming(exempt.id)).to.deep.equal({
        ...{ 'Large: unused time': -50, 'Small: remaining time': 6, Small: 12 },
      });
      const [credit] = await nextLines(taxed.id);
      expect(credit).to.include({ tax_rate: 20, tax_name: 'USt.' });
    });

    it('waits until its invoice is paid, also one that was given up, and is nothing of one that is voided', async () => {
      const [large, small] = [await plan('Large', 100), await plan('Small', 10)];
      for (const step of ['void', 'mark_uncollectible', null]) {
        const { id } = await start(large);
        await advance(7);
        await patch(id, { plan_id: small.id });
        expect((await upcoming(id))['Large: unused time']).to.equal(undefined);
        const [invoice] = await invoicesOf(id);
        if (step !== null) await post(`/api/invoices/${invoice.id}/${step}`);
        expect((await upcoming(id))['Large: unused time'], `${step}`).to.equal(undefined);
        if (step === 'void') continue;
        await pay(id);
        expect(await upcoming(id)).to.include({ 'Large: unused time': -75 });
      }
    });

    it('is on the first invoice after the payment, if the one of the next period comes before it', async () => {
      const fortnight = { interval_count: 2 };
      const [large, small] = [await plan('Large', 100, fortnight), await plan('Small', 10, fortnight)];
      const { id } = await start(large);
      await advance(7);
      await patch(id, { plan_id: small.id });
      await advance(7.1);
      const [, second] = await invoicesOf(id);
      expect(rounded(second.lines)).to.deep.equal({ 'Small: remaining time': 5, Small: 10 });
      await pay(id);
      expect(await upcoming(id)).to.deep.equal({ 'Large: unused time': -50, Small: 10 });
      await pay(id, 'tok_success', 1);
      await advance(28);
      const totals = (await invoicesOf(id)).map(({ total }: { total: number }) => Math.round(total));
      // the credit pays the periods after, which are invoiced together
      expect(totals).to.deep.equal([100, 15]);
    });

    it('is given again if the invoice that gave it is voided, and charged again if what it is of is refunded', async () => {
      const [large, larger] = [await plan('Large', 100), await plan('Larger', 200)];
      const { id } = await start(large);
      const payment = await pay(id);
      await advance(14);
      await patch(id, { plan_id: larger.id });
      await advance(15);
      const lines = { 'Large: unused time': -50, 'Larger: remaining time': 100, Larger: 200 };
      const [, second] = await invoicesOf(id);
      expect([rounded(second.lines), Math.round(second.total)]).to.deep.equal([lines, 250]);
      await post(`/api/invoices/${second.id}/void`);
      expect(await upcoming(id)).to.deep.equal({ 'Large: unused time': -50, Larger: 200 });
      await advance(28);
      await pay(id, 'tok_success', 2);
      expect(await upcoming(id)).to.deep.equal({ Larger: 200 });
      await post(`/api/payments/${payment.id}/refunds`, { amount: 60 });
      expect(await upcoming(id)).to.deep.equal({ 'Large: unused time, charged again': 10, Larger: 200 });
      await post(`/api/payments/${payment.id}/refunds`, { amount: 40 });
      expect(await upcoming(id)).to.deep.equal({ 'Large: unused time, charged again': 50, Larger: 200 });
      await advance(28);
      expect(await upcoming(id)).to.deep.equal({ Larger: 200 });
      const totals = (await invoicesOf(id)).map(({ total }: { total: number }) => Math.round(total));
      expect(totals).to.deep.equal([100, 250, 150, 250]);
    });

    it('is of the full value of the present plan in each of several upgrades', async () => {
      const [one, two, three] = [await plan('One', 12), await plan('Two', 24), await plan('Three', 48)];
      const { id } = await createSubscription(app(), { plan_id: one.id, quantity: 1 });
      await advance(7);
      await patch(id, { plan_id: two.id });
      await advance(7);
      await patch(id, { plan_id: three.id });
      // 21 of 28 days of 12 are unused; 7 of 24 and 14 of 48 are used
      const lines = { 'One: unused time': -9, 'Two: remaining time': 6, 'Three: remaining time': 24, Three: 48 };
      expect(await upcoming(id)).to.deep.equal(lines);
      await patch(id, { plan_id: one.id });
      expect(await upcoming(id)).to.deep.equal({ 'One: unused time': -3, 'Two: remaining time': 6, One: 12 });
    });
  },
  { TEST_CLOCK: 'true' },
);
