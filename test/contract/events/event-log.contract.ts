import { expect } from 'chai';
import { productCreated, productDeleted, productUpdated } from '#core/catalog/records.ts';
import { Actor } from '#core/shared/actor.ts';
import type { DomainEvent } from '#core/shared/domain-event.ts';
import { Json } from '#core/shared/page.ts';
import { userCreated, userUpdated } from '#core/users/records.ts';
import { User } from '#core/users/user.ts';
import { userView } from '#core/users/user-view.ts';
import { anActor, aProduct, aUser, changed, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { type OpenStorage, type StoredEvent, useStorage } from '../storage/storage-under-test.ts';

/** An event as it was appended and stored. */
const asAppended = ({ type, resourceVersion, data, previous, occurredAt }: DomainEvent | StoredEvent) => ({
  type,
  resourceVersion,
  data,
  previous,
  occurredAt,
});

export const eventLogContract = (name: string, open: OpenStorage): void => {
  describe(`EventLog on ${name}`, () => {
    const storage = useStorage(open);
    const first = aProduct({ metadata: { note: '𝒜 "quoted"' }, attributes: { size: 'M' } });
    const second = changed(first, { name: 'Cotton shirt', price: 5 });
    const third = changed(second, { price: 6, stock: 1, metadata: {} }, { at: noonPlus(2) });

    before(async () => {
      const { unitOfWork } = storage();
      await unitOfWork.run((tx) => tx.events.append(Actor.system, productCreated(first)));
      await unitOfWork.run((tx) => tx.events.append(Actor.system, productUpdated(first, second)));
      await unitOfWork.run((tx) =>
        tx.events.append(Actor.system, productUpdated(second, third), productDeleted(third, noonPlus(3))),
      );
    });

    it('round-trips events', async () => {
      const events = await storage().eventsOf(first.id);
      const appended = [
        productCreated(first),
        productUpdated(first, second),
        productUpdated(second, third),
        productDeleted(third, noonPlus(3)),
      ];
      expect(events.map(asAppended)).to.deep.equal(appended.map(asAppended));
    });

    it('numbers the events of each resource: 1, 2, 3', async () => {
      const other = aProduct();
      await storage().unitOfWork.run((tx) => tx.events.append(Actor.system, productCreated(other)));
      expect((await storage().eventsOf(first.id)).map(({ sequence }) => sequence)).to.deep.equal([1, 2, 3, 4]);
      expect((await storage().eventsOf(other.id)).map(({ sequence }) => sequence)).to.deep.equal([1]);
    });

    it('gives each event an id', async () => {
      const events = await storage().eventsOf(first.id);
      expect(new Set(events.map(({ id }) => id)).size).to.equal(4);
      for (const { id } of events) expect(id).to.match(/^evt_/);
    });

    it('leaves no gap after a failed transaction or dry run', async () => {
      const product = aProduct();
      const append = productCreated(product);
      await storage().unitOfWork.dryRun((tx) => tx.events.append(Actor.system, append));
      const attempt = storage().unitOfWork.run(async (tx) => {
        await tx.events.append(Actor.system, append);
        throw new Error('changed my mind');
      });
      await attempt.catch(() => {});
      await storage().unitOfWork.run((tx) => tx.events.append(Actor.system, append));
      expect((await storage().eventsOf(product.id)).map(({ sequence }) => sequence)).to.deep.equal([1]);
    });

    it('numbers without gaps under concurrent changes of one resource', async () => {
      const product = aProduct({ stock: 0 });
      await storage().unitOfWork.run(async (tx) => {
        await tx.products.add(product);
        await tx.events.append(Actor.system, productCreated(product));
      });
      const change = () =>
        storage().unitOfWork.run(async (tx) => {
          const before = await tx.products.get(product.id);
          const after = changed(before, { stock: (before.stock ?? 0) + 1 });
          await tx.products.save(after);
          await tx.events.append(Actor.system, productUpdated(before, after));
        });
      await Promise.all(Array.from({ length: 10 }, change));
      const events = await storage().eventsOf(product.id);
      const expected = Array.from({ length: 11 }, (_, index) => index + 1);
      expect(events.map(({ sequence }) => sequence)).to.deep.equal(expected);
      expect(events.map(({ resourceVersion }) => resourceVersion)).to.deep.equal(expected);
    });

    it('reports the types appended in this transaction', async () => {
      const types = await storage().unitOfWork.dryRun(async (tx) => {
        expect(tx.events.appendedTypes).to.deep.equal([]);
        await tx.events.append(Actor.system, productCreated(aProduct()), productUpdated(first, second));
        await tx.events.append(Actor.system, productCreated(aProduct()));
        return tx.events.appendedTypes;
      });
      expect(types).to.deep.equal(['product.created', 'product.updated', 'product.created']);
    });

    it('reports the fields changed since a version, each once', async () => {
      const changedSince = async (version: number): Promise<string[]> =>
        [...(await storage().unitOfWork.run((tx) => tx.events.changedFields(first.id, version)))].sort();
      expect(await changedSince(3)).to.deep.equal([]);
      expect(await changedSince(2)).to.deep.equal(['metadata', 'price', 'stock']);
      expect(await changedSince(1)).to.deep.equal(['metadata', 'name', 'price', 'stock']);
      expect(await changedSince(0)).to.deep.equal(['metadata', 'name', 'price', 'stock']);
    });

    it('reports no changed field without events', async () => {
      const fields = await storage().unitOfWork.run((tx) => tx.events.changedFields(ids.next('prod'), 0));
      expect(fields).to.deep.equal([]);
    });

    it('reports fields changed in the same transaction', async () => {
      const fields = await storage().unitOfWork.dryRun(async (tx) => {
        await tx.events.append(Actor.system, productUpdated(first, second));
        return tx.events.changedFields(first.id, 1);
      });
      expect(fields).to.include('name');
    });

    it('records who caused an event, and forgets an erased user', async () => {
      const { unitOfWork, eventQueries } = storage();
      const [user, other] = [aUser(), aUser()];
      const program: Actor = { ...anActor(other), kind: 'api_key', credentialId: ids.next('key') };
      const [one, two] = [aProduct(), aProduct()];
      await unitOfWork.run((tx) => tx.events.append(anActor(user), productCreated(one), productDeleted(one, NOON)));
      for (const actor of [anActor(other), program, Actor.system, { ...Actor.anonymous, userId: user.id }]) {
        await unitOfWork.run((tx) => tx.events.append(actor, productUpdated(two, changed(two, { price: 3 }))));
      }
      const actors = async () => {
        const { items } = await eventQueries.list({
          filter: { type: ['product.created', 'product.updated', 'product.deleted'] },
          page: { limit: 100 },
        });
        const events = items.map(Json.parse).filter(({ resource_id: id }) => id === one.id || id === two.id);
        const inOrder = events.sort((a, b) => a.resource_id.localeCompare(b.resource_id) || a.sequence - b.sequence);
        return inOrder.map(({ actor }) => actor);
      };
      const by = (id: string | null) => ({ type: 'user', id });
      const others = [by(other.id), { type: 'api_key', id: program.credentialId }, { type: 'system', id: null }];
      expect(await actors()).to.deep.equal([by(user.id), by(user.id), ...others, by(user.id)]);
      await unitOfWork.run((tx) => tx.events.eraseActor(user.id));
      expect(await actors()).to.deep.equal([by(null), by(null), ...others, by(null)]);
    });

    it('erases fields in data and previous values of one resource only', async () => {
      const [one, other] = [aUser({ name: 'Ada', phone: '+1 555 0100' }), aUser({ name: 'Bob' })];
      const renamed = User.replace(one, { ...User.fieldsOf(one), name: 'Ada L.', role: 'staff' }, noonPlus(1));
      await storage().unitOfWork.run((tx) =>
        tx.events.append(Actor.system, userCreated(one), userUpdated(one, renamed), userCreated(other)),
      );
      const nothing = { name: null, phone: null, addresses: [], metadata: {} } as const;
      await storage().unitOfWork.run((tx) => tx.events.erase([one.id], { ...nothing, unheard: null }));
      const [created, updated] = await storage().eventsOf(one.id);
      expect(created?.data).to.deep.equal({ ...userView(one), ...nothing });
      expect(updated?.data).to.deep.equal({ ...userView(renamed), ...nothing });
      expect(updated?.previous).to.deep.equal({ name: null, role: 'customer' });
      expect([created?.sequence, updated?.sequence]).to.deep.equal([1, 2]);
      expect((await storage().eventsOf(other.id))[0]?.data).to.deep.equal(userView(other));
      expect(await storage().unitOfWork.run((tx) => tx.events.changedFields(one.id, 1))).to.deep.equal([
        'name',
        'role',
      ]);
    });
  });
};
