import { expect } from 'chai';
import { createUser, signIn } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

const PATH = '/api/payment_methods';

/** A customer with two saved payment methods, the second of which was deleted. */
const aCustomer = async (app: TestApp) => {
  const user = await createUser(app);
  const key = await signIn(app, user);
  const save = async (): Promise<string> =>
    (await app.call(PATH, { method: 'POST', key, body: { token: 'tok_success' } })).json.id;
  const [kept, deleted] = [await save(), await save()];
  await app.call(`${PATH}/${deleted}`, { method: 'DELETE', key });
  return { id: user.id as string, key, kept, deleted };
};

onService('payment methods of an erased user', ({ app }) => {
  it('are in the user’s export, with the events of deleted ones', async () => {
    const { id, kept, deleted } = await aCustomer(app());
    const { json } = await app().call(`/api/users/${id}/export`);
    expect(json.payment_methods.map((method: Reply['json']) => method.id)).to.deep.equal([kept]);
    const types = json.events.filter((event: Reply['json']) => event.resource_id === deleted);
    expect(types.map((event: Reply['json']) => event.type)).to.deep.equal([
      'payment_method.created',
      'payment_method.deleted',
    ]);
  });

  it('disappear with their user, and their events keep no personal data', async () => {
    const { id, kept, deleted } = await aCustomer(app());
    expect((await app().call(`/api/users/${id}`, { method: 'DELETE' })).status).to.equal(204);
    expectProblem(await app().call(`${PATH}/${kept}`), 404, 'not_found');
    expect((await app().call(`${PATH}?user_id=${id}`)).json.data).to.deep.equal([]);
    for (const methodId of [kept, deleted]) {
      const { data } = (await app().call('/api/events?limit=100&type=payment_method.created')).json;
      const event = data.find((each: Reply['json']) => each.resource_id === methodId);
      expect(event.data).to.include({ user_id: null, brand: null, last4: null, exp_month: null, exp_year: null });
    }
  });

  it('cannot be saved for a user who does not exist any more', async () => {
    const { id } = await createUser(app());
    await app().call(`/api/users/${id}`, { method: 'DELETE' });
    const reply = await app().call(PATH, { method: 'POST', body: { user_id: id, token: 'tok_success' } });
    expectProblem(reply, 422, 'unknown_reference');
  });
});

onStorage('postgres', 'payment methods of an erased user at the gateway', ({ app, databaseUrl }) => {
  it('are removed there, and then nothing is left here', async () => {
    const { id, kept, deleted } = await aCustomer(app());
    await app().call(`/api/users/${id}`, { method: 'DELETE' });
    await eventually('nothing is left', async () => {
      const rows = await runSql(databaseUrl(), `select from payment_methods where user_id = '${id}'`);
      return rows.length === 0;
    });
    const removed = await runSql(
      databaseUrl(),
      `select key from sandbox_methods where key in ('${kept}', '${deleted}') and removed_at is not null`,
    );
    expect(removed).to.have.length(2);
  });
});
