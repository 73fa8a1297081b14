import path from 'node:path';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { type Caller, callerOf, ownerKeyOf, type Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { killLeftovers, type SpawnedService, spawnService } from '../../support/servers/spawn-service.ts';

type Json = Reply['json'];

const KILLING = path.join(import.meta.dirname, '../../support/gateways/run-killing-gateway.ts');

const BERLIN = { line1: 'Karl-Marx-Allee 1', city: 'Berlin', country: 'DE' };

describe('a withdrawal whose process dies', () => {
  let databaseUrl: string;
  let mails: MailServer;
  let service: SpawnedService;
  let key: string;
  let call: Caller;

  const start = async (kills: boolean): Promise<void> => {
    service = await spawnService({
      ...{ DATABASE_URL: databaseUrl, SECRET_KEY: 'a secret key of one process after another' },
      ...{ SMTP_URL: mails.url, MAIL_FROM: 'shop@example.com', PAYMENT_GATEWAYS: `sandbox,${KILLING}` },
      ...(kills ? { GATEWAY_KILLS: 'true' } : {}),
    });
    key ??= await ownerKeyOf(service.url);
    call = callerOf(service.url, key);
  };

  before(async () => {
    databaseUrl = await createDatabase();
    mails = await startMailServer();
    await start(true);
  });
  after(async () => {
    await service.end('SIGTERM');
    killLeftovers();
    await mails.close();
  });

  const post = async (at: string, body: object): Promise<Json> => {
    const { status, json, text } = await call(at, { method: 'POST', body });
    expect(status, text).to.be.within(200, 202);
    return json;
  };
  const read = async (at: string): Promise<Json> => (await call(at)).json;

  const anOrder = async (refund: string, email: string): Promise<Json> => {
    const { id: product_id } = await post('/api/products', { name: 'Shirt', price: 20, stock: 5 });
    const order = await post('/api/orders', { items: [{ product_id, quantity: 2 }], email, shipping_address: BERLIN });
    await post('/api/payments', {
      ...{ order_id: order.id, gateway: 'killing', payment_method: { token: 'tok_success' } },
      return_url: `https://shop.example/?refund=${refund}`,
    });
    return { ...order, product_id };
  };

  it('before it is processed is processed by the next', async () => {
    const order = await anOrder('never', 'ada@example.com');
    await post(`/api/orders/${order.id}/fulfillments`, {});
    const { email, number: order_number } = order;
    // the response comes before anything is decided
    await post('/api/withdrawals', { name: 'Ada', order_number, email });
    await service.end('SIGKILL');
    await start(true);
    // it may have been claimed: that ends now instead of after ten minutes
    await runSql(databaseUrl, 'update withdrawals set process_at = now() where process_at is not null');
    const found = async () => (await read(`/api/withdrawals?order_id=${order.id}`)).data;
    await eventually('it is accepted', async () => (await found())[0]?.status === 'accepted');
    expect(await found()).to.have.length(1);
    expect((await read(`/api/orders/${order.id}/returns`)).data).to.have.length(1);
    await eventually('it is acknowledged', async () =>
      mails.received.some(({ to, text }) => to === email && text.includes('received this withdrawal')),
    );
  });

  for (const when of ['before', 'after']) {
    it(`${when} the gateway refunds is refunded once by the next`, async () => {
      const order = await anOrder(when, `${when}@example.com`);
      await call('/api/withdrawals', { method: 'POST', body: { name: 'Ada', order_id: order.id } }).catch(() => {});
      // a worker may process it after the response
      await eventually('the refund kills the process', () =>
        call('/api/shop').then(
          () => false,
          () => true,
        ),
      );
      await start(false);
      const [stored] = (await read(`/api/withdrawals?order_id=${order.id}`)).data;
      expect(stored).to.include({ status: 'completed', verified: true });
      expect((await read(`/api/orders/${order.id}`)).status).to.equal('open');
      // the leases of the killed process end now instead of after a minute
      await runSql(
        databaseUrl,
        `update orders set cancelling_since = cancelling_since - interval '2 minutes' where cancelling_since is not null`,
        'update payments set next_check_at = now() where is_pending',
      );
      await eventually('it is cancelled', async () => (await read(`/api/orders/${order.id}`)).status === 'cancelled');
      expect(await read(`/api/orders/${order.id}`)).to.include({ amount_paid: 40, amount_refunded: 40 });
      expect((await read(`/api/products/${order.product_id}`)).stock).to.equal(5);
      const refunds = await runSql(
        databaseUrl,
        `select count(*)::integer as count from events where resource_id like 'pay_%' and type = 'payment.refunded'
         and data::text like '%${order.id}%'`,
      );
      expect(refunds).to.deep.equal([{ count: 1 }]);
      await service.end('SIGTERM');
      await start(true);
    });
  }
});
