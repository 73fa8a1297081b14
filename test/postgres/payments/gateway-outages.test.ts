import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { byToken, createOrder, createProduct, itemsOf, payment } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { countWaiting, respondToAll } from '../../support/gateways/waiting-gateway.ts';
import { expectProblem } from '../../support/problems.ts';
import { runSql } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const WAITING = path.join(import.meta.dirname, '../../support/gateways/waiting-gateway.ts');

/** More than there are connections to the database. */
const PAYERS = 40;

onStorage(
  'postgres',
  'payment gateways during outages',
  ({ app, databaseUrl }) => {
    const orders = async (count: number): Promise<string[]> => {
      const items = itemsOf([await createProduct(app())], 1);
      return Promise.all(Array.from({ length: count }, async () => (await createOrder(app(), { items })).id));
    };
    const countInTransaction = async (): Promise<unknown> => {
      const [row] = await runSql(
        databaseUrl(),
        `select count(*)::integer as count from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'`,
      );
      return row?.['count'];
    };
    const get = (at: string) => app().call(at);
    const setAvailable = async (isAvailable: boolean): Promise<void> => {
      const url = new URL(databaseUrl());
      const name = url.pathname.slice(1);
      url.pathname = '/postgres';
      await runSql(
        url.href,
        `alter database "${name}" allow_connections ${isAvailable}`,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and not ${isAvailable}`,
      );
    };

    it('hold no database connection and delay no other request while they do not respond', async () => {
      const waiting = (await orders(PAYERS)).map((id) => payment(app(), id, { gateway: 'waiting' }));
      await eventually('all wait for the gateway', async () => countWaiting() === PAYERS);
      // a worker may be in the middle of a transaction for a moment
      await eventually('no connection waits in a transaction', async () => (await countInTransaction()) === 0);
      const [other = ''] = await orders(1);
      expect((await payment(app(), other)).json.status).to.equal('succeeded');
      expect((await get('/api/products')).status).to.equal(200);
      const processing = (await get('/api/payments?gateway=waiting&status=processing&include_total=true')).json;
      expect(processing.total).to.equal(PAYERS);
      respondToAll();
      for (const reply of await Promise.all(waiting)) {
        expect([reply.status, reply.json.status]).to.deep.equal([201, 'succeeded']);
      }
      expect(await runSql(databaseUrl(), 'select * from ledger_discrepancies')).to.deep.equal([]);
    });

    it('have what they answered recorded when the database is available again', async () => {
      const [orderId = ''] = await orders(1);
      const headers = { 'Idempotency-Key': `recorded-${orderId}` };
      const paying = payment(app(), orderId, { gateway: 'waiting' }, { headers });
      await eventually('it waits for the gateway', async () => countWaiting() === 1);
      await setAvailable(false);
      try {
        respondToAll();
        await Promise.race([paying, sleep(1000)]);
      } finally {
        await setAvailable(true);
      }
      const { status, json } = await paying;
      expect([status, json.status]).to.deep.equal([201, 'succeeded']);
    });

    it('fail at once when they are down, receive no requests for a moment, and are tried again', async () => {
      const [orderId = ''] = await orders(1);
      for (let times = 0; times < 5; times += 1) {
        const reply = await payment(app(), orderId, byToken('tok_gateway_down'));
        const problem = expectProblem(reply, 502, 'gateway_error');
        expect(problem.detail).to.equal('The gateway sandbox cannot be reached.');
        expect(reply.headers.get('retry-after')).to.equal('2');
      }
      expectProblem(await payment(app(), orderId), 502, 'gateway_error');
      const [other = ''] = await orders(1);
      const manual = await payment(app(), other, { gateway: 'manual', ...byToken('cash') });
      expect(manual.json.status).to.equal('succeeded');
      const { data } = (await get(`/api/payments?order_id=${orderId}`)).json;
      for (const { status, failure_code: code } of data) {
        expect([status, code]).to.deep.equal(['failed', 'gateway_unreachable']);
      }
      await eventually('it is tried again', async () => (await payment(app(), orderId)).status === 201);
      expect((await get(`/api/orders/${orderId}`)).json.payment_status).to.equal('paid');
    });

    it('accept a repeated request with the same Idempotency-Key once they are up again', async () => {
      const [orderId = ''] = await orders(1);
      const headers = { 'Idempotency-Key': `again-${orderId}` };
      const body = { order_id: orderId, payment_method: { token: 'tok_gateway_down' } };
      const pay = () => app().call('/api/payments', { method: 'POST', headers, body });
      expectProblem(await pay(), 502, 'gateway_error');
      expectProblem(await pay(), 502, 'gateway_error');
      expect((await get(`/api/payments?order_id=${orderId}`)).json.data).to.have.length(2);
    });

    it('have their requests counted by operation and outcome', async () => {
      const { text } = await get('/metrics');
      for (const labels of [
        'gateway="sandbox",operation="authorize",outcome="captured"',
        'gateway="sandbox",operation="authorize",outcome="unreachable"',
        'gateway="sandbox",operation="authorize",outcome="unreachable"',
        'gateway="manual",operation="authorize",outcome="captured"',
      ]) {
        expect(text).to.match(new RegExp(`payment_gateway_call_duration_seconds_count\\{${labels}\\} [1-9]`));
      }
    });
  },
  { PAYMENT_GATEWAYS: `sandbox,manual,${WAITING}` },
);
