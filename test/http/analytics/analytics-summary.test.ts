import { expect } from 'chai';
import { createOrder, createPayment, createProduct, paymentStep } from '../../support/builders/resources.ts';
import { withParts } from '../../support/documents/openapi-parts.ts';
import { eventually } from '../../support/eventually.ts';
import { openEventStream } from '../../support/servers/event-stream.ts';
import { onService } from '../../support/servers/on-service.ts';

/** The parts of a summary that the tests look at. */
type Totals = { sales: { gross: number; refunds: number; orders: number }; users: { buyers: number } };

onService('the analytics summary', ({ app }) => {
  const get = async (path: string) => {
    const { status, json } = await app().call(`/api/analytics${path}`);
    expect(status, JSON.stringify(json)).to.equal(200);
    return json;
  };

  /** An order of 30 that is paid. @returns the id of its payment. */
  const buy = async (): Promise<string> => {
    const product = await createProduct(app(), { price: 30 });
    const { id } = await createOrder(app(), { items: [{ product_id: product.id, quantity: 1 }] });
    return (await createPayment(app(), id)).id;
  };

  it('has the totals of the three reports for the range and for the one before', async () => {
    const before = (await get('')).sales.gross;
    await buy();
    await eventually('the order and the sign-in before it are counted', async () => {
      const { sales, users } = await get('');
      return sales.gross === before + 30 && users.sign_ins > 0;
    });
    const range = 'from=2020-01-01&to=2050-01-01&timezone=Asia/Kathmandu&currency=USD';
    const [summary, ...reports] = await Promise.all([
      get(`?${range}`),
      ...['sales', 'users', 'business'].map((name) => get(`/${name}?${range}&interval=month&compare=previous`)),
    ]);
    expect(summary).to.include({ object: 'analytics_summary', timezone: 'Asia/Kathmandu', currency: 'USD' });
    expect(summary.from).to.equal('2019-12-31T18:15:00.000Z');
    expect(summary.previous).to.include({ from: '1989-12-31T18:15:00.000Z', to: summary.from });
    for (const { object, totals, previous } of reports) {
      const name = object.replace('_report', '');
      expect([previous.from, previous.to], name).to.deep.equal([summary.previous.from, summary.previous.to]);
      expect(summary[name], name).to.deep.equal(totals);
      expect(summary.previous[name], name).to.deep.equal(previous.totals);
      expect(Object.keys(summary.change[name]), name).to.deep.equal(Object.keys(totals));
    }
  });

  describe('of today', () => {
    const open = (query = '') =>
      openEventStream<Totals & { object: string; from: string; to: string }>(app().url, {
        key: app().ownerKey,
        path: '/api/analytics/live',
        query,
      });

    it('is sent at once, and again whenever a figure changes', async () => {
      const stream = await open();
      const [first] = await stream.until(1);
      const { sales, object, from, to } = first?.data ?? expect.fail();
      expect(object).to.equal('live_report');
      expect(from).to.equal(`${to.slice(0, 10)}T00:00:00.000Z`);
      expect(first?.id).to.equal('');
      const payment = await buy();
      const last = () => stream.events.at(-1)?.data.sales;
      await eventually('the order is sent', async () => last()?.gross === sales.gross + 30);
      expect(last()?.orders).to.equal(sales.orders + 1);
      await paymentStep(app(), payment, 'refunds', { amount: 5 });
      await eventually('the refund is sent', async () => last()?.refunds === sales.refunds + 5);
      const all = stream.events.map(({ data: { to: _to, ...figures } }) => JSON.stringify(figures));
      expect(all).to.have.length(new Set(all).size);
      stream.cut();
    });

    it('is documented as a stream that starts anew with each connection', async () => {
      const { paths } = withParts((await app().call('/api/openapi.json')).json);
      const headersOf = (path: string): string[] =>
        paths[path].get.parameters.flatMap((each: { in: string; name: string }) =>
          each.in === 'header' ? each.name : [],
        );
      expect(headersOf('/api/events/stream')).to.include('Last-Event-ID');
      expect(headersOf('/api/analytics/live')).to.not.include('Last-Event-ID');
    });

    it('starts at midnight in the time zone', async () => {
      const stream = await open('?timezone=Asia/Kathmandu');
      const [first] = await stream.until(1);
      expect(first?.data.from).to.match(/T18:15:00.000Z$/);
      stream.cut();
    });
  });
});
