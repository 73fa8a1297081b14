import { expect } from 'chai';
import {
  createOrder,
  createPayment,
  createUser,
  orderStep,
  paymentStep,
  signIn,
} from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('a refund', ({ app }) => {
  const paid = async (fields: object = {}): Promise<string> => {
    const { id } = await createOrder(app(), { email: 'ada@example.com', ...fields });
    return (await createPayment(app(), id)).id;
  };

  it('has a path of its own with a version, and an ETag', async () => {
    const customer = await createUser(app());
    const id = await paid({ user_id: customer.id });
    const created = await paymentStep(app(), id, 'refunds', { amount: 5, reason: 'A button was missing.' });
    const location = `/api/payments/${id}/refunds/${created.json.id}`;
    expect(created.headers.get('location')).to.equal(location);
    expect(created.json.version).to.equal(2);
    const key = await signIn(app(), customer);
    for (const reply of [await app().call(location), await app().call(location, { key })]) {
      expect([reply.status, reply.json]).to.deep.equal([200, created.json]);
    }
    const etag = created.headers.get('etag') ?? '';
    expect((await app().call(location, { headers: { 'If-None-Match': etag } })).status).to.equal(304);
    expect((await app().call(`/api/payments/${id}/refunds`)).json.data).to.deep.equal([created.json]);
  });

  it('is not found by another payment, another customer or an unknown id', async () => {
    const [id, other] = [await paid(), await paid()];
    const refund = (await paymentStep(app(), id, 'refunds')).json.id;
    const key = await signIn(app(), await createUser(app()));
    expectProblem(await app().call(`/api/payments/${other}/refunds/${refund}`), 404, 'not_found');
    expectProblem(await app().call(`/api/payments/${id}/refunds/re_01h455vb4pex5vsknk084sn02q`), 404, 'not_found');
    expectProblem(await app().call(`/api/payments/${id}/refunds/${refund}`, { key }), 404, 'not_found');
  });

  it('has a reason that is not empty, as a cancellation has', async () => {
    const id = await paid();
    const { id: orderId } = await createOrder(app(), { email: 'ada@example.com' });
    for (const reply of [
      await paymentStep(app(), id, 'refunds', { reason: '' }),
      await orderStep(app(), orderId, 'cancel', { reason: '' }),
    ]) {
      expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.deep.equal(['/reason']);
    }
    expect((await app().call(`/api/payments/${id}`)).json.amount_refunded).to.equal(0);
    expect((await orderStep(app(), orderId, 'cancel', { reason: null })).status).to.equal(200);
  });
});
