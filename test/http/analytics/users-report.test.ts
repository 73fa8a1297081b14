import { expect } from 'chai';
import { createOrder, createPayment, createUser } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('the users report', ({ app }) => {
  const report = async (query = '') => {
    const { status, json } = await app().call(`/api/analytics/users?${query}`);
    expect(status, JSON.stringify(json)).to.equal(200);
    return json;
  };

  const buy = async (fields: object): Promise<void> => {
    const { id } = await createOrder(app(), fields);
    await createPayment(app(), id);
  };

  it('counts sign-ups and buyers, each once, and they stay when a buyer is erased', async () => {
    const { totals: before } = await report();
    const user = await createUser(app());
    await createUser(app());
    await buy({ user_id: user.id });
    await buy({ user_id: user.id });
    await buy({ email: user.email });
    await buy({ email: 'Grace@example.com' });
    await buy({ email: 'grace@example.com' });
    const added = async () => {
      const { totals } = await report();
      return ['new', 'active', 'buyers', 'new_buyers', 'repeat_buyers'].map((name) => totals[name] - before[name]);
    };
    await eventually('all orders are counted', async () => (await added())[4] === 2);
    expect(await added()).to.deep.equal([2, 1, 3, 3, 2]);
    expect((await app().call(`/api/users/${user.id}`, { method: 'DELETE' })).status).to.equal(204);
    // the guest with the user's e-mail was the user
    await eventually('the erasure is counted', async () => (await added())[2] === 2);
    expect(await added()).to.deep.equal([2, 1, 2, 2, 2]);
    const { cohorts, series, totals } = await report('cohorts=true');
    expect(series.at(-1).buyers).to.equal(totals.buyers);
    expect(cohorts.at(-1)).to.deep.include({ buyers: totals.buyers });
    expect(cohorts.at(-1).months[0]).to.deep.include({ month: 0, buyers: totals.buyers, retention: 1 });
  });
});
