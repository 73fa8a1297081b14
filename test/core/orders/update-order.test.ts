import { expect } from 'chai';
import { StalePreparationError } from '#core/shared/unit-of-work.ts';
import { anActor, aUser } from '../../support/builders/builders.ts';
import { openOrders } from './orders-under-test.ts';

describe('updateOrder', () => {
  it('is prepared again when the order has moved, so that no address keeps the tax of another place', async () => {
    const orders = await openOrders();
    const customer = aUser();
    await orders.unitOfWork.run((tx) => tx.users.add(customer));
    const actor = anActor(customer);
    const details = { shipping_address: { line1: 'Rua Augusta 1', country: 'PT' } };
    const { id } = await orders.create(actor, [[await orders.addProduct(), 1]], { details });
    const patch = { shipping_address: { line1: 'Rua do Ouro 2', country: 'PT' } };
    const prepared = await orders.prepareUpdate(actor, id, patch);
    await orders.change(orders.staff, id, { shipping_address: { country: 'ES' } });
    const error = await orders.unitOfWork.run(prepared).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(StalePreparationError);
    expect((await orders.get(id)).shippingAddress).to.include({ country: 'ES' });
    const after = await orders.unitOfWork.run(await orders.prepareUpdate(actor, id, patch));
    expect(after.shippingAddress).to.include({ line1: 'Rua do Ouro 2', country: 'PT' });
    const latest = (await orders.timelineOf(id)).at(-1);
    expect(latest?.details).to.have.property('former_total');
  });
});
