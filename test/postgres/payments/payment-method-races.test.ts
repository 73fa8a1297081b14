import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { runs } from '../../support/extent.ts';
import { runSql } from '../../support/servers/database.ts';
import { startTwoProcesses, type TwoProcesses } from '../../support/servers/two-processes.ts';

const PATH = '/api/payment_methods';

describe('concurrent changes of payment methods over two processes', () => {
  let processes: TwoProcesses;
  let databaseUrl: string;
  let send: TwoProcesses['send'];
  let product: string;
  let people = 0;

  before(async () => {
    processes = await startTwoProcesses();
    ({ databaseUrl, send } = processes);
    product = (await send(0, '/api/products', { name: 'shirt', price: 19.99 }))?.json.id;
  });
  after(() => processes.stop());

  const aUser = async (): Promise<string> => {
    people += 1;
    return (await send(1, '/api/users', { email: `payer-${people}@example.com` }))?.json.id;
  };

  const save = async (index: number, userId: string, token = 'tok_success') =>
    (await send(index, PATH, { user_id: userId, token }))?.json;

  const times = <T>(count: number, run: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => run(at));

  /** Users whose active methods do not include exactly one default. */
  const usersWithoutOneDefault = () =>
    runSql(
      databaseUrl,
      `select user_id from payment_methods where status = 'active'
       group by user_id having count(*) filter (where is_default) <> 1`,
    );

  const settled = async (): Promise<void> => {
    // the leases of killed processes end now instead of after 30 seconds
    await runSql(databaseUrl, 'update payment_methods set next_check_at = now() where next_check_at is not null');
    for (let tries = 0; tries < 700; tries += 1) {
      const [row] = await runSql(
        databaseUrl,
        `select (select count(*) from payment_methods where status in ('saving', 'removing'))
           + (select count(*) from payments where is_pending) as count`,
      );
      if (Number(row?.['count']) === 0) return;
      await sleep(100);
    }
    throw new Error('There are methods or payments that are never settled.');
  };

  it('leave one default when the first methods are saved at once', async () => {
    const users = await Promise.all(times(5, aUser));
    await Promise.all(users.flatMap((userId) => times(6, (index) => save(index, userId))));
    expect(await usersWithoutOneDefault()).to.deep.equal([]);
  });

  it('keep the limit per user', async () => {
    const userId = await aUser();
    const replies = await Promise.all(
      times(30, (index) => send(index, PATH, { user_id: userId, token: 'tok_success' })),
    );
    expect(replies.filter((reply) => reply?.status === 201)).to.have.length(20);
    expect(replies.filter((reply) => reply?.json.code === 'invalid_state')).to.have.length(10);
  });

  it('leave one default when several are chosen, deleted and charged at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const userId = await aUser();
      const ids: string[] = (await Promise.all(times(6, (index) => save(index, userId)))).map(({ id }) => id);
      const body = { user_id: userId, items: [{ product_id: product, quantity: 1 }] };
      const orderId = (await send(0, '/api/orders', body))?.json.id;
      const [charge] = await Promise.all([
        send(round, '/api/payments', { order_id: orderId, payment_method: { id: ids[0] } }),
        ...times(12, (index) => send(index, `${PATH}/${ids[index % 6]}/default`, {})),
        ...times(4, (index) => processes.remove(index, `${PATH}/${ids[index]}`)),
      ]);
      // it is paid, or the method was deleted before
      expect(`${charge?.status} ${charge?.json.code ?? ''}`).to.be.oneOf([
        '201 ',
        '402 payment_declined',
        '422 unknown_reference',
      ]);
    }
    await settled();
    expect(await usersWithoutOneDefault()).to.deep.equal([]);
    const [row] = await runSql(
      databaseUrl,
      `select count(*) from payment_methods m join sandbox_methods s on s.key = m.id
       where m.status = 'removed' and s.removed_at is null`,
    );
    expect(Number(row?.['count'])).to.equal(0);
  });

  it('save each token once, by the sandbox’s own record, when processes are killed', async () => {
    const users = await Promise.all(times(4, aUser));
    for (let round = 0; round < runs(6); round += 1) {
      const saving = users.flatMap((userId) =>
        times(3, (index) => save(index, userId, index === 2 ? 'tok_timeout' : 'tok_success')),
      );
      await sleep(Math.random() * 20);
      await processes.killOne();
      await Promise.all(saving);
    }
    await settled();
    const differing = await runSql(
      databaseUrl,
      `select coalesce(m.id, s.key) as id, m.status from payment_methods m
       full join sandbox_methods s on s.key = m.id
       where (m.status = 'active') is distinct from (s.key is not null and s.removed_at is null)`,
    );
    expect(differing).to.deep.equal([]);
    expect(await usersWithoutOneDefault()).to.deep.equal([]);
  });

  it('charge an order once by a saved method when processes are killed', async () => {
    const userId = await aUser();
    const method = (await save(1, userId)).id;
    const orders: string[] = [];
    for (let round = 0; round < runs(15); round += 1) {
      const body = { user_id: userId, items: [{ product_id: product, quantity: 1 }] };
      const orderId: string = (await send(1, '/api/orders', body))?.json.id;
      orders.push(orderId);
      const payment_method = { id: method, off_session: true };
      const paying = times(6, (index) => send(index, '/api/payments', { order_id: orderId, payment_method }));
      if (round % 3 === 2) {
        await sleep(Math.random() * 20);
        await processes.killOne();
      }
      await Promise.all(paying);
    }
    await settled();
    const wrong = await runSql(
      databaseUrl,
      `select o.id from orders o where o.id in (${orders.map((id) => `'${id}'`)}) and (o.payment_status <> 'paid'
        or (select count(*) from sandbox_charges c where c.order_id = o.id and c.status = 'captured') <> 1)`,
    );
    expect(wrong).to.deep.equal([]);
    // references are stored only while they are charged
    const [row] = await runSql(databaseUrl, 'select count(*) from payments where token is not null');
    expect(Number(row?.['count'])).to.equal(0);
  });
});
