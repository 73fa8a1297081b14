import { expect } from 'chai';
import type { OrderId } from '#core/orders/order.ts';
import { Address } from '#core/shared/address.ts';
import { Json } from '#core/shared/page.ts';
import { User } from '#core/users/user.ts';
import { aUser, noonPlus } from '../../support/builders/builders.ts';
import { aGuestOrder } from '../../support/builders/order-builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const LONDON = Address.of({
  ...{ name: 'Zoë O’Hara', company: 'Analytical Engines Ltd.', line1: '1 Main St', postal_code: 'SW1A 1AA' },
  ...{ city: 'London', country: 'GB', phone: '+44 20 7946 0958' },
});
const VIENNA = Address.of({
  ...{ name: 'Иван Müller', line1: 'Ring 1', postal_code: '1010', country: 'AT', phone: '0664/123 45 67' },
});

/** Who is found by which text, in lists of users and of orders. */
const FOUND: Readonly<Record<string, readonly ('zoe' | 'ivan')[]>> = {
  "zoe o'hara": ['zoe'],
  'OHARA zo': [],
  'hara zo': ['zoe'],
  'Zoë Müller': [],
  muller: ['ivan'],
  иван: ['ivan'],
  analytical: ['zoe'],
  'engines ltd': ['zoe'],
  'SW1A 1AA': ['zoe'],
  sw1a1aa: ['zoe'],
  '1010': ['ivan'],
  '101': [],
  '020 7946 0958': ['zoe'],
  '+442079460958': ['zoe'],
  '79460958': ['zoe'],
  '7946 0959': [],
  '+43 664 1234567': ['ivan'],
  ' 0664 1234567 ': ['ivan'],
  london: [],
  '!': [],
};

/** What users and orders are found by beside their names, numbers and e-mails. */
export const contactsContract = (name: string, open: OpenStorage): void => {
  describe(`contacts on ${name}`, () => {
    const storage = useStorage(open);
    const users = {
      zoe: aUser({ email: 'z@example.com', addresses: [LONDON] }),
      ivan: aUser({ email: 'i@example.com', name: 'Иван Müller', phone: '0664 1234567', addresses: [VIENNA] }),
    };
    const orders = {
      zoe: aGuestOrder({ email: 'z@example.com', billing_address: LONDON, at: noonPlus(1) }),
      ivan: aGuestOrder({ email: 'i@example.com', shipping_address: VIENNA, at: noonPlus(2) }),
    };

    before(() =>
      storage().unitOfWork.run(async (tx) => {
        for (const user of Object.values(users)) await tx.users.add(user);
        for (const order of Object.values(orders)) await tx.orders.add(order, []);
      }),
    );

    const ordersOf = async (q: string, ownerId?: User['id']): Promise<OrderId[]> => {
      const { items } = await storage().orderQueries.list({ filter: { q }, ownerId, page: { limit: 20 } });
      return items.map((item) => Json.parse(item).id);
    };
    const usersOf = async (q: string): Promise<string[]> => {
      const { items } = await storage().userQueries.list({ filter: { q }, page: { limit: 20 } });
      return items.map((item) => Json.parse(item).id);
    };

    for (const [q, found] of Object.entries(FOUND)) {
      it(`find ${found.join(', ') || 'nobody'} by "${q}"`, async () => {
        expect(await usersOf(q)).to.have.members(found.map((one) => users[one].id));
        expect(await ordersOf(q)).to.have.members(found.map((one) => orders[one].id));
      });
    }

    it('find orders by the account of their buyer, and by its number as people write it', async () => {
      const order = aGuestOrder({ userId: users.ivan.id });
      await storage().unitOfWork.run((tx) => tx.orders.add(order, []));
      expect(await ordersOf('muller')).to.have.members([orders.ivan.id, order.id]);
      expect(await ordersOf('muller', users.ivan.id)).to.deep.equal([order.id]);
      expect(await ordersOf('muller', users.zoe.id)).to.deep.equal([]);
      for (const q of [`#${order.number}`, ` ${order.number} `, ` # ${order.number}`])
        expect(await ordersOf(q), q).to.deep.equal([order.id]);
    });

    it('are those of the last change, and of nobody who was erased', async () => {
      const { zoe } = users;
      const moved = User.replace(zoe, { ...User.fieldsOf(zoe), addresses: [VIENNA] }, noonPlus(9));
      await storage().unitOfWork.run((tx) => tx.users.save(moved));
      expect(await usersOf('sw1a1aa')).to.deep.equal([]);
      expect(await usersOf('1010')).to.have.members([zoe.id, users.ivan.id]);
      await storage().unitOfWork.run((tx) =>
        tx.orders.erase({ userId: zoe.id, emailKey: 'z@example.com' }, noonPlus(9)),
      );
      expect(await ordersOf('sw1a1aa')).to.deep.equal([]);
    });
  });
};
