import { expect } from 'chai';
import { withdrawableItems } from '../../src/dashboard/screens/withdrawals/withdrawable-items.ts';

type Withdrawable = Parameters<typeof withdrawableItems>[1];
type Order = Withdrawable['order'];
type Return = Withdrawable['returns'][number];

const item = (id: string, quantity: number, returned_quantity = 0) => ({ id, quantity, returned_quantity });

const orderOf = (items: Order['items'], withdrawal: Order['withdrawal'] = null): Order => ({ items, withdrawal });

const returnOf = (status: Return['status'], ...items: Return['items']): Return => ({ status, items });

const quantities = (
  stated: readonly { item_id: string; quantity: number }[] | null,
  order: Order,
  returns: readonly Return[] = [],
): Record<string, readonly [quantity: number, proposed: number]> =>
  Object.fromEntries(
    withdrawableItems({ items: stated }, { order, returns }).map(({ item: { id }, quantity, proposed }) => [
      id,
      [quantity, proposed],
    ]),
  );

describe('what can be withdrawn from in the dashboard', () => {
  it('is what the buyer keeps and no return still has', () => {
    const order = orderOf([item('shirt', 5, 1), item('scarf', 2, 2)]);
    const returns = [
      // one of three has come, which is what was returned
      returnOf('approved', { item_id: 'shirt', quantity: 3, received_quantity: 1 }),
      returnOf('rejected', { item_id: 'shirt', quantity: 1, received_quantity: 0 }),
      returnOf('received', { item_id: 'scarf', quantity: 2, received_quantity: 2 }),
    ];
    expect(quantities(null, order, returns)).to.deep.equal({ shirt: [2, 2] });
  });

  it('is proposed as it was stated, at most what is left', () => {
    const order = orderOf([item('shirt', 3, 1), item('scarf', 2)], { items: [{ item_id: 'scarf', quantity: 2 }] });
    expect(quantities([{ item_id: 'shirt', quantity: 3 }], order)).to.deep.equal({ shirt: [2, 2], scarf: [2, 0] });
  });

  it('is proposed without what is exempt, unless the buyer has no such right at all', () => {
    const items = [item('mug', 1), item('scarf', 2)];
    const right = { items: [{ item_id: 'scarf', quantity: 2 }] };
    expect(quantities(null, orderOf(items, right))).to.deep.equal({ mug: [1, 0], scarf: [2, 2] });
    expect(quantities(null, orderOf(items))).to.deep.equal({ mug: [1, 1], scarf: [2, 2] });
  });
});
