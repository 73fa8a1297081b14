import { expect } from 'chai';
import { limitedPayments, type PaymentLimits } from '../../support/builders/payment-limits.ts';
import { byToken, createOrder, createUser, payment, signIn } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

/** The services of these tests; other limits are off. */
const limited = (of: keyof PaymentLimits, calls: number, define: Parameters<typeof onService>[1]): void =>
  onService(
    `the limit of ${of}`,
    define,
    { RATE_LIMIT_STORE: 'memory' },
    limitedPayments({ [of]: { calls, seconds: 3_600 } }),
  );

limited('declines', 3, ({ app }) => {
  const decline = byToken('tok_declined');

  it('limits the declines of an order for all callers, with Retry-After', async () => {
    const { id } = await createOrder(app(), { email: 'ada@example.com' });
    for (let time = 0; time < 3; time += 1) expectProblem(await payment(app(), id, decline), 402, 'payment_declined');
    const reply = await payment(app(), id, decline);
    expectProblem(reply, 429, 'rate_limited');
    expect(Number(reply.headers.get('retry-after'))).to.be.within(1100, 1200);
    expectProblem(await payment(app(), id), 429, 'rate_limited');
    // nothing was stored of the limited attempts
    expect((await app().call(`/api/payments?order_id=${id}`)).json.data).to.have.length(3);
    const other = await createOrder(app(), { email: 'ada@example.com' });
    expect((await payment(app(), other.id)).status).to.equal(201);
  });

  it('limits the declines of a customer over all orders', async () => {
    const customer = await createUser(app());
    const key = await signIn(app(), customer);
    for (let time = 0; time < 3; time += 1) {
      const { id } = await createOrder(app(), { user_id: customer.id });
      expectProblem(await payment(app(), id, decline, { key }), 402, 'payment_declined');
    }
    const { id } = await createOrder(app(), { user_id: customer.id });
    expectProblem(await payment(app(), id, decline, { key }), 429, 'rate_limited');
    // staff may still pay the order for the customer
    expect((await payment(app(), id)).status).to.equal(201);
  });
});

limited('order', 2, ({ app }) => {
  it('counts only attempts that reach the gateway: losers of a race get 409', async () => {
    const { id } = await createOrder(app(), { email: 'ada@example.com' });
    const replies = await Promise.all(Array.from({ length: 50 }, () => payment(app(), id)));
    expect(replies.filter(({ status }) => status === 201)).to.have.length(1);
    // a busy machine may refuse some before they race
    const losers = replies.map(({ status }) => status).filter((status) => status !== 201 && status !== 503);
    expect(new Set(losers)).to.deep.equal(new Set([409]));
    const other = await createOrder(app(), { email: 'ada@example.com' });
    for (const status of [201, 201, 429]) {
      expect((await payment(app(), other.id, { amount: 1 })).status).to.equal(status);
    }
  });
});

for (const payer of ['user', 'address'] as const) {
  limited(payer, 2, ({ app }) => {
    it('limits customers’ own payments, also concurrent ones, and not those of staff', async () => {
      const customer = await createUser(app());
      const key = await signIn(app(), customer);
      const orders = await Promise.all(
        Array.from({ length: 8 }, async () => (await createOrder(app(), { user_id: customer.id })).id as string),
      );
      const replies = await Promise.all(orders.map((id) => payment(app(), id, {}, { key })));
      expect(replies.filter(({ status }) => status === 201)).to.have.length(2);
      for (const reply of replies) if (reply.status !== 201) expectProblem(reply, 429, 'rate_limited');
      const unpaid = orders.filter((_, index) => replies[index]?.status !== 201);
      for (const id of unpaid) expect((await payment(app(), id)).status).to.equal(201);
    });
  });
}
