import { expect } from 'chai';
import { createOrder, createPayment, createUser, payment, signIn } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { OWNER } from '../../support/servers/calls.ts';
import { onStorage } from '../../support/servers/on-service.ts';

onStorage(
  'postgres',
  'the sandbox in production',
  ({ app }) => {
    it('accepts sandbox payments only with payments:write', async () => {
      const [customer, staff] = [await createUser(app()), await createUser(app(), { role: 'staff' })];
      const { id } = await createOrder(app(), { user_id: customer.id });
      const reply = await payment(app(), id, {}, { key: await signIn(app(), customer) });
      const problem = expectProblem(reply, 403, 'insufficient_scope');
      expect(problem.required_scope).to.equal('payments:write');
      expect((await app().call(`/api/payments?order_id=${id}`)).json.data).to.deep.equal([]);
      const recorded = await payment(app(), id, { amount: 1 }, { key: await signIn(app(), staff) });
      expect(recorded.status, recorded.text).to.equal(201);
      expect(await createPayment(app(), id)).to.include({ gateway: 'sandbox', status: 'succeeded' });
    });
  },
  { NODE_ENV: 'production', OWNER_EMAIL: OWNER.email, PUBLIC_URL: 'https://shop.example' },
);
