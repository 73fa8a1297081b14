import { expect } from 'chai';
import {
  byToken,
  createKey,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  order,
  paymentStep,
  signIn,
} from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('the payment deadline of an order', ({ app }) => {
  const placed = async (fields: object = {}, options: object = {}) => {
    const items = itemsOf([await createProduct(app(), { price: 20 })]);
    return order(app(), { items, email: 'ada@example.com', ...fields }, options);
  };
  const minutesOf = ({ created_at: from, expires_at: until }: { created_at: string; expires_at: string | null }) =>
    until === null ? null : (Date.parse(until) - Date.parse(from)) / 60_000;
  const staffSession = async () => signIn(app(), await createUser(app(), { role: 'staff' }));

  it('is none with a session of the staff, and as the rules say with a key, unless the order says it', async () => {
    const key = await staffSession();
    for (const [fields, options, minutes] of [
      [{}, { key }, null],
      [{ expires_in_minutes: 45 }, { key }, 45],
      [{}, {}, 30],
      [{ expires_in_minutes: 1440 }, {}, 1440],
      [{ expires_in_minutes: null }, {}, null],
    ] as const) {
      expect(minutesOf((await placed(fields, options)).json), JSON.stringify(fields)).to.equal(minutes);
      const quote = await app().call('/api/orders?dry_run=true', {
        method: 'POST',
        ...options,
        body: { items: itemsOf([await createProduct(app())]), anonymous: true, ...fields },
      });
      expect(minutesOf(quote.json), quote.text).to.equal(minutes);
    }
  });

  it('does not come back to an order without one, whatever is paid, voided or edited', async () => {
    const { id, items } = (await placed({ expires_in_minutes: null })).json;
    const deadline = async () => (await app().call(`/api/orders/${id}`)).json.expires_at;
    await createPayment(app(), id, { amount: 5 });
    expect(await deadline()).to.equal(null);
    const { id: held } = await createPayment(app(), id, { capture_method: 'manual' });
    await paymentStep(app(), held, 'cancel');
    expect(await deadline()).to.equal(null);
    const [{ product_id }] = items;
    const body = { items: [{ product_id, quantity: 3 }] };
    expect((await app().call(`/api/orders/${id}`, { method: 'PATCH', body })).json.amount_due).to.equal(55);
    expect(await deadline()).to.equal(null);
  });

  it('starts again after a part was paid, as long as at first', async () => {
    const { id } = await createOrder(app(), {
      items: itemsOf([await createProduct(app(), { price: 20 })]),
      expires_in_minutes: 90,
    });
    await createPayment(app(), id, { ...byToken('tok_success'), amount: 5 });
    const { updated_at: at, expires_at: until } = (await app().call(`/api/orders/${id}`)).json;
    expect(Date.parse(until) - Date.parse(at)).to.equal(90 * 60_000);
  });

  it('is decided by the shop, and not by customers and guests', async () => {
    const customer = await signIn(app(), await createUser(app()));
    const { key: publishable } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
    for (const key of [customer, publishable]) {
      const refused = expectProblem(await placed({ expires_in_minutes: null }, { key }), 422, 'validation_failed');
      expect(errorPathsOf(refused)).to.deep.equal(['/expires_in_minutes']);
      expect(minutesOf((await placed({}, { key })).json)).to.equal(30);
    }
    for (const expires_in_minutes of [0, 525_601, 1.5]) {
      expectProblem(await placed({ expires_in_minutes }), 422, 'validation_failed');
    }
  });
});
