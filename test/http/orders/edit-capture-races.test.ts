import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import {
  createOrder,
  createPayment,
  createProduct,
  itemsOf,
  payment,
  paymentStep,
  stockOf,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { onService } from '../../support/servers/on-service.ts';

const ROUNDS = 15;
const STOCK = 5;
const MANUAL = { capture_method: 'manual' };

type Shirt = Readonly<{ id: string }>;
type Race = Readonly<{ id: string; shirt: Shirt; edit: Reply; captured: Reply; isExpecting: boolean }>;

onService('edits of orders that race captures', ({ app, storage, databaseUrl }) => {
  const read = async (at: string) => (await app().call(at)).json;

  /** An order of two shirts at 20. */
  const anOrder = async () => {
    const shirt = await createProduct(app(), { price: 20, stock: STOCK });
    return { shirt, order: await createOrder(app(), { items: itemsOf([shirt], 2) }) };
  };

  /** Sets the quantity of shirts, of the order as it was read or as it is by then. */
  const edit = (
    { id, version }: { id: string; version: number },
    { shirt, quantity, isExpecting }: Readonly<{ shirt: Shirt; quantity: number; isExpecting: boolean }>,
  ): Promise<Reply> =>
    app().call(`/api/orders/${id}`, {
      method: 'PATCH',
      body: { items: itemsOf([shirt], quantity) },
      headers: isExpecting ? { 'If-Match': `"${version}"` } : {},
    });

  const soon = async <T>(act: () => Promise<T>): Promise<T> => {
    await sleep(Math.random() * 12);
    return act();
  };

  /** The total, the payments and the stock are those of one order of the two, and no money is lost. */
  const expectConsistent = async (id: string, shirt: Shirt): Promise<void> => {
    await eventually('what was overpaid was refunded', async () => (await read(`/api/orders/${id}`)).refund_due === 0);
    const order = await read(`/api/orders/${id}`);
    const payments = (await read(`/api/payments?order_id=${id}`)).data;
    const sum = (name: string): number =>
      payments.reduce((total: number, each: Record<string, number>) => total + (each[name] ?? 0), 0);
    const shown = JSON.stringify({ order, payments });
    expect(order.total, shown).to.equal(20 * order.items[0].quantity);
    expect([order.amount_paid, order.amount_refunded], shown).to.deep.equal([
      sum('amount_captured'),
      sum('amount_refunded'),
    ]);
    expect(order.amount_paid - order.amount_refunded + order.amount_due, shown).to.equal(order.total);
    expect(await stockOf(app(), shirt)).to.equal(STOCK - order.items[0].quantity);
    if (storage !== 'postgres') return;
    expect(await runSql(databaseUrl(), 'select * from ledger_discrepancies')).to.deep.equal([]);
  };

  /** A refused edit says what has happened to the order. */
  const expectEditRefused = (reply: Reply): void => {
    if (reply.status === 412) return void expectProblem(reply, 412, 'version_mismatch');
    expect(expectProblem(reply, 409, 'invalid_state').current_state).to.be.oneOf(['authorized', 'processing']);
  };

  /** Runs a race many times. An edit of the order as it was read and the capture exclude each other. */
  const race = async (run: (isExpecting: boolean) => Promise<Race>): Promise<readonly Race[]> => {
    const races: Race[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const result = await run(round % 3 !== 0);
      const { id, shirt, edit, captured, isExpecting } = result;
      const statuses = `${edit.status} ${edit.text}, ${captured.status} ${captured.text}`;
      expect([edit.status, captured.status].includes(200), statuses).to.equal(true);
      if (edit.status !== 200) expectEditRefused(edit);
      if (isExpecting) expect(edit.status === 200 && captured.status === 200, statuses).to.equal(false);
      await expectConsistent(id, shirt);
      races.push(result);
    }
    return races;
  };

  it('lose to the capture of the full amount', async () => {
    const races = await race(async (isExpecting) => {
      const { shirt, order } = await anOrder();
      const { id: paymentId } = await createPayment(app(), order.id, MANUAL);
      const authorized = await read(`/api/orders/${order.id}`);
      const [edited, captured] = await Promise.all([
        soon(() => edit(authorized, { shirt, quantity: 1, isExpecting })),
        soon(() => paymentStep(app(), paymentId, 'capture')),
      ]);
      return { id: order.id, shirt, edit: edited, captured, isExpecting };
    });
    for (const { captured } of races) expect(captured.json).to.include({ status: 'succeeded', amount_captured: 40 });
  });

  it('win or lose against the capture of a part', async () => {
    await race(async (isExpecting) => {
      const { shirt, order } = await anOrder();
      const { id: paymentId } = await createPayment(app(), order.id, { ...MANUAL, amount: 30 });
      const before = await read(`/api/orders/${order.id}`);
      const [edited, captured] = await Promise.all([
        soon(() => edit(before, { shirt, quantity: 1, isExpecting })),
        soon(() => paymentStep(app(), paymentId, 'capture', { amount: 30 })),
      ]);
      // the edit left less to pay
      if (captured.status !== 200) {
        expect(errorPathsOf(expectProblem(captured, 422, 'validation_failed'))).to.deep.equal(['/amount']);
      }
      return { id: order.id, shirt, edit: edited, captured, isExpecting };
    });
  });

  it('win or lose against a manual payment with its capture', async () => {
    await race(async (isExpecting) => {
      const { shirt, order } = await anOrder();
      const paid = async (): Promise<Reply> => {
        const made = await payment(app(), order.id, { ...MANUAL, amount: 40 });
        return made.status === 201 ? paymentStep(app(), made.json.id, 'capture') : made;
      };
      const [edited, captured] = await Promise.all([
        soon(() => edit(order, { shirt, quantity: 1, isExpecting })),
        soon(paid),
      ]);
      if (captured.status !== 200) {
        expect(errorPathsOf(expectProblem(captured, 422, 'validation_failed'))).to.deep.equal(['/amount']);
      }
      return { id: order.id, shirt, edit: edited, captured, isExpecting };
    });
  });
});
