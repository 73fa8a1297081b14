import { expect } from 'chai';
import { Pool } from 'pg';
import { seedLargeOrders } from '../../bench/seed.ts';
import { createUser } from '../../support/builders/resources.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const ORDERS = 1_500;

onStorage('postgres', 'the export of a user', ({ app, databaseUrl }) => {
  it('is complete, however many large orders the user has', async () => {
    const { id } = await createUser(app());
    const pool = new Pool({ connectionString: databaseUrl(), max: 1 });
    await seedLargeOrders(pool, id, ORDERS);
    await pool.end();
    const { status, headers, json, text } = await app().call(`/api/users/${id}/export`);
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('application/json; charset=utf-8');
    expect(text.length).to.be.greaterThan(50_000_000);
    const { orders, events } = json as { orders: { id: string; items: object[] }[]; events: { id: string }[] };
    expect(new Set(orders.map((order) => order.id)).size).to.equal(ORDERS);
    expect(orders.every(({ items }) => items.length === 100)).to.equal(true);
    // the user's own event, too
    expect(new Set(events.map((event) => event.id)).size).to.equal(ORDERS + 1);
  });
});
