import { expect } from 'chai';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { aUser, ids, noonPlus } from '../../support/builders/builders.ts';
import { aDelivery, aLargeEndpoint, anEndpoint } from '../../support/builders/webhook-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const webhookEndpointRepositoryContract = (name: string, open: OpenStorage): void => {
  describe(`WebhookEndpointRepository on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

    const added = async (endpoint = anEndpoint()): Promise<WebhookEndpoint> => {
      await run((tx) => tx.webhooks.add(endpoint));
      return endpoint;
    };

    it('round-trips the smallest and the largest endpoint', async () => {
      const smallest = anEndpoint({ url: '', events: [], description: '', enabled: false });
      for (const endpoint of [anEndpoint(), { ...smallest, secrets: [] }, aLargeEndpoint()]) {
        await added(endpoint);
        expect(await run((tx) => tx.webhooks.get(endpoint.id))).to.deep.equal(endpoint);
      }
    });

    it('stores why an endpoint is disabled', async () => {
      for (const reason of ['requested', 'gone', 'failing', 'session_ended'] as const) {
        const endpoint = await added(WebhookEndpoint.disable(anEndpoint(), reason, noonPlus(1)));
        expect(await run((tx) => tx.webhooks.get(endpoint.id))).to.deep.equal(endpoint);
      }
    });

    it('finds nothing for an unknown endpoint', async () => {
      const id = ids.next('wh');
      for (const attempt of [run((tx) => tx.webhooks.get(id)), run((tx) => tx.webhooks.remove(id))]) {
        expect(await rejectionOf(attempt)).to.include({ kind: 'not_found', code: 'not_found' });
      }
    });

    it('lists those that sessions set up, and those of an owner, by their ids', async () => {
      const [ada, bob] = [aUser(), aUser()];
      for (const user of [ada, bob]) await run((tx) => tx.users.add(user));
      const [first, second] = [ids.next('ses'), ids.next('ses')];
      const of = (ownerId: typeof ada.id | null, setUpBySession: typeof first | null) =>
        added(anEndpoint({ ownerId, setUpBySession }));
      const adas = [await of(ada.id, first), await of(ada.id, null)];
      const bobs = [await of(bob.id, first), await of(bob.id, second)];
      await of(null, null);
      const listed = async (sessions: readonly (typeof first)[], ownerId: typeof ada.id | null) =>
        (await run((tx) => tx.webhooks.listSetUpBy({ sessions, keys: [], ownerId }))).map(({ id }) => id);
      const idsOf = (endpoints: readonly WebhookEndpoint[]) => endpoints.map(({ id }) => id).sort();
      expect(await listed([], null)).to.deep.equal([]);
      expect(await listed([first], null)).to.deep.equal(idsOf([...adas.slice(0, 1), ...bobs.slice(0, 1)]));
      expect(await listed([first, second], null)).to.deep.equal(idsOf([...adas.slice(0, 1), ...bobs]));
      expect(await listed([second], ada.id)).to.deep.equal(idsOf([...adas, ...bobs.slice(1)]));
    });

    it('lists those that keys set up', async () => {
      const key = ids.next('key');
      const byKey = await added(anEndpoint({ setUpByKey: key }));
      await added(anEndpoint({ setUpByKey: ids.next('key') }));
      const query = { sessions: [], keys: [key, ids.next('key')], ownerId: null };
      expect((await run((tx) => tx.webhooks.listSetUpBy(query))).map(({ id }) => id)).to.deep.equal([byKey.id]);
    });

    it('stores changes', async () => {
      const endpoint = await added();
      const fields = {
        url: 'https://other.example',
        ordering: 'resource',
        description: 'Other',
        enabled: false,
      } as const;
      const changed = WebhookEndpoint.change(endpoint, { ...fields, events: ['order.*'] }, noonPlus(1));
      const setUp = {
        origin: { session: ids.next('ses'), key: ids.next('key') },
        encrypted: 'another',
        at: noonPlus(2),
      };
      const rotated = WebhookEndpoint.rotate(changed, { ...setUp, overlapMs: 1000 });
      await run((tx) => tx.webhooks.save(changed));
      await run((tx) => tx.webhooks.save(rotated));
      expect(await run((tx) => tx.webhooks.get(endpoint.id))).to.deep.equal(rotated);
    });

    it('rejects a change of a stale version and keeps the current one', async () => {
      const endpoint = await added();
      const change = (description: string) => WebhookEndpoint.change(endpoint, { description }, noonPlus(1));
      await run((tx) => tx.webhooks.save(change('first')));
      const attempt = run((tx) => tx.webhooks.save(change('second')));
      expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'conflict' });
      expect(await run((tx) => tx.webhooks.get(endpoint.id))).to.deep.equal(change('first'));
    });

    it('accepts one of several concurrent changes of one version', async () => {
      const endpoint = await added();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) =>
          run((tx) => tx.webhooks.save(WebhookEndpoint.change(endpoint, { description: `${index}` }, noonPlus(1)))),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      expect((await run((tx) => tx.webhooks.get(endpoint.id))).version).to.equal(2);
    });

    it('loses no change of a locked endpoint', async () => {
      const endpoint = await added();
      await Promise.all(
        Array.from({ length: 8 }, () =>
          run(async (tx) => {
            const { description, ...before } = await tx.webhooks.get(endpoint.id);
            const more = { description: `${description ?? ''}.` };
            await tx.webhooks.save(WebhookEndpoint.change({ ...before, description }, more, noonPlus(1)));
          }),
        ),
      );
      expect(await run((tx) => tx.webhooks.get(endpoint.id))).to.include({ version: 9, description: '........' });
    });

    it('counts endpoints, including those of its transaction', async () => {
      const before = await run((tx) => tx.webhooks.count());
      const [first, second] = [anEndpoint(), anEndpoint()];
      const counts = await run(async (tx) => {
        await tx.webhooks.add(first);
        await tx.webhooks.add(second);
        const more = await tx.webhooks.count();
        await tx.webhooks.remove(first.id);
        return [more, await tx.webhooks.count()];
      });
      expect(counts).to.deep.equal([before + 2, before + 1]);
      expect(await run((tx) => tx.webhooks.count())).to.equal(before + 1);
    });

    it('removes an endpoint with all its pending deliveries', async () => {
      const { deliveryQueue, webhookQueries } = storage();
      const [endpoint, other] = [await added(), await added()];
      const deliveries = [aDelivery(endpoint), aDelivery(other)];
      await deliveryQueue.add(deliveries);
      await run((tx) => tx.webhooks.remove(endpoint.id));
      expect(await rejectionOf(run((tx) => tx.webhooks.get(endpoint.id)))).to.include({ kind: 'not_found' });
      const turn = { owner: 'o', at: noonPlus(1), until: noonPlus(60) };
      expect((await deliveryQueue.claim(turn, 100)).map(({ endpointId }) => endpointId)).to.deep.equal([other.id]);
      const query = { at: noonPlus(1), except: [], limit: 10 };
      expect(await deliveryQueue.due(endpoint.id, query)).to.deep.equal([]);
      await deliveryQueue.add([aDelivery(endpoint)]);
      expect(await deliveryQueue.removeBefore(noonPlus(-3600))).to.equal(1);
      expect(await deliveryQueue.removeBefore(noonPlus(-3600))).to.equal(0);
      expect(
        (await webhookQueries.listDeliveries(endpoint.id, { filter: {}, page: { limit: 10 } })).items.map(Json.parse),
      ).to.deep.equal([]);
      expect(await deliveryQueue.due(other.id, query)).to.have.length(1);
    });

    it('stores nothing of a failed transaction or dry run', async () => {
      const [stored, lost, dryRunResult] = [await added(), anEndpoint(), anEndpoint()];
      const attempt = run(async (tx) => {
        await tx.webhooks.add(lost);
        await tx.webhooks.remove(stored.id);
        throw new Error('changed my mind');
      });
      await attempt.catch(() => {});
      await storage().unitOfWork.dryRun((tx) => tx.webhooks.add(dryRunResult));
      expect(await run((tx) => tx.webhooks.get(stored.id))).to.deep.equal(stored);
      for (const { id } of [lost, dryRunResult]) {
        expect((await rejectionOf(run((tx) => tx.webhooks.get(id)))).kind).to.equal('not_found');
        await storage().deliveryQueue.add([aDelivery({ ...lost, id })]);
        const page = await storage().webhookQueries.listDeliveries(id, { filter: {}, page: { limit: 1 } });
        expect(page.items).to.deep.equal([]);
      }
    });
  });
};
