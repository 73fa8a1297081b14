import { expect } from 'chai';
import { makeOrderInvoices } from '#core/invoices/use-cases/order-invoices.ts';
import { makeClaimGuestOrders } from '#core/orders/use-cases/claim-guest-orders.ts';
import { anActor, aUser, clockAtNoon, countingIds, NOON } from '../../support/builders/builders.ts';
import { aDraft, finalized } from '../../support/builders/invoice-builders.ts';
import { aGuestOrder } from '../../support/builders/order-builders.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('claiming guest orders', () => {
  it('makes their invoices the user’s', async () => {
    const { unitOfWork, close } = await openMemoryStorage();
    const user = aUser({ emailVerifiedAt: NOON });
    const [own, other] = [aGuestOrder({ email: user.email }), aGuestOrder()];
    const invoices = [own, other].map(({ id }) => finalized(aDraft({ userId: null, orderId: id })));
    await unitOfWork.run(async (tx) => {
      await tx.users.add(user);
      for (const order of [own, other]) await tx.orders.add(order, []);
      for (const invoice of invoices) await tx.invoices.add(invoice);
    });
    const deps = { clock: clockAtNoon(), ids: countingIds() };
    const claim = makeClaimGuestOrders({ ...deps, invoices: makeOrderInvoices(deps) });
    expect(await unitOfWork.run(claim(anActor(user)))).to.deep.equal({ count: 1, hasMore: false });
    const owners = invoices.map(async ({ id }) => (await unitOfWork.run((tx) => tx.invoices.get(id))).userId);
    expect(await Promise.all(owners)).to.deep.equal([user.id, null]);
    await close();
  });
});
