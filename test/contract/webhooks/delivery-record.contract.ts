import { expect } from 'chai';
import type { UnitOfWork } from '#core/storage.ts';
import {
  type Attempt,
  attemptView,
  type DeliveryResult,
  MAX_STORED_ATTEMPTS,
  type NewDelivery,
} from '#core/webhooks/delivery.ts';
import { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { type DeliveriesOn, deliveriesOn, idsOf } from '../../support/builders/deliveries-on.ts';
import {
  aDelivery,
  anAttempt,
  anEndpoint,
  aResult,
  FAILED,
  retryAt,
  SUCCEEDED,
} from '../../support/builders/webhook-builders.ts';
import { cut, TEXT } from '../../support/strings.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `DeliveryQueue`: results, and removal. */
export const deliveryRecordContract = (name: string, open: OpenStorage): void => {
  describe(`DeliveryQueue: results and removal on ${name}`, () => {
    describe('results of deliveries', () => recordContract(deliveriesOn(useStorage(open))));
    describe('failures of an endpoint', () => failureContract(deliveriesOn(useStorage(open))));
    describe('end of deliveries', () => endContract(deliveriesOn(useStorage(open))));
    describe('backlog', () => backlogContract(deliveriesOn(useStorage(open))));
  });
};

const LATER = noonPlus(3600);

/** Seconds. */
const TWO_DAYS = 2 * 24 * 3600;

const recordContract = ({ storage, queue, disableAndFail, withDeliveries, viewOf, dueIds }: DeliveriesOn): void => {
  it('increases the version with every change', async () => {
    const { endpoint, first } = await withDeliveries(1, () => ({ ordered: true }));
    const inTransaction = (change: Parameters<UnitOfWork['run']>[0]) => () => storage().unitOfWork.run(change);
    const changes = [
      () => queue().record(endpoint.id, [aResult(first, retryAt(LATER))], NOON),
      inTransaction((tx) => tx.deliveries.erase([first.resourceId])),
      inTransaction((tx) => tx.deliveries.retry(endpoint.id, first.id, NOON)),
      () => disableAndFail(endpoint.id),
    ];
    let { version } = await viewOf(first);
    expect(version).to.equal(1);
    for (const change of changes) {
      await change();
      const after = await viewOf(first);
      expect(after.version).to.be.greaterThan(version);
      version = after.version;
    }
  });

  it('stores the results of many deliveries at once', async () => {
    const { endpoint, deliveries } = await withDeliveries(4);
    const [received, retried, failed, untouched] = deliveries as [NewDelivery, NewDelivery, NewDelivery, NewDelivery];
    const results = [aResult(retried, retryAt(LATER)), aResult(failed, FAILED), aResult(received)];
    await queue().record(endpoint.id, results, noonPlus(1));
    const updated = { updated_at: noonPlus(1).toISOString() };
    expect(await viewOf(received)).to.include({ status: 'succeeded', next_attempt_at: null, ...updated });
    expect(await viewOf(failed)).to.include({ status: 'failed', next_attempt_at: null, ...updated });
    expect(await viewOf(retried)).to.include({ status: 'pending', next_attempt_at: LATER.toISOString(), ...updated });
    expect(await viewOf(untouched)).to.include({ status: 'pending', updated_at: NOON.toISOString() });
    for (const result of results) {
      const delivery = deliveries.find(({ id }) => id === result.id) as NewDelivery;
      expect((await viewOf(delivery)).attempts).to.deep.equal([attemptView(result.attempt)]);
    }
    expect(await dueIds(endpoint, noonPlus(3599))).to.deep.equal([untouched.id]);
    expect(await dueIds(endpoint, LATER)).to.deep.equal([untouched.id, retried.id]);
  });

  it('round-trips attempts with any response', async () => {
    const { endpoint, first } = await withDeliveries(1);
    const odd = `\0 \u{10FFFF} \ud800 "response_body":"{}" \\" ${cut(TEXT, 900)}`;
    const attempts: Attempt[] = [
      anAttempt({ body: '' }),
      anAttempt({ body: odd, status: 599, durationMs: 2_147_483_647, at: new Date('1999-12-31T23:59:59.999Z') }),
      anAttempt({ body: null, status: null, error: 'certificate_invalid', durationMs: 0 }),
    ];
    const results: DeliveryResult[] = attempts.map((attempt) => ({ id: first.id, outcome: retryAt(NOON), attempt }));
    for (const result of results) await queue().record(endpoint.id, [result], NOON);
    expect((await viewOf(first)).attempts).to.deep.equal(results.map(({ attempt }) => attemptView(attempt)));
  });

  it('counts attempts and stores the latest ones', async () => {
    const { endpoint, first } = await withDeliveries(1);
    const count = MAX_STORED_ATTEMPTS + 3;
    const results = Array.from({ length: count }, (_, index) => aResult(first, retryAt(NOON), { durationMs: index }));
    for (const result of results) await queue().record(endpoint.id, [result], NOON);
    const [due] = await queue().due(endpoint.id, { at: NOON, except: [], limit: 1 });
    expect(due?.attemptCount).to.equal(count);
    expect((await viewOf(first)).attempts).to.deep.equal(results.slice(3).map(({ attempt }) => attemptView(attempt)));
  });

  it('keeps the final status, unless a late success arrives', async () => {
    const { endpoint, first } = await withDeliveries(1);
    await disableAndFail(endpoint.id);
    await queue().record(endpoint.id, [aResult(first, retryAt(NOON))], noonPlus(1));
    expect(await viewOf(first)).to.include({ status: 'failed', next_attempt_at: null });
    await queue().record(endpoint.id, [aResult(first)], noonPlus(2));
    await queue().record(endpoint.id, [aResult(first, FAILED)], noonPlus(3));
    const { attempts, status } = await viewOf(first);
    expect(status).to.equal('succeeded');
    expect(attempts.map((attempt) => attempt.status)).to.deep.equal(['failed', 'succeeded', 'failed']);
  });

  it('ignores deliveries of other endpoints, unknown deliveries and unknown endpoints', async () => {
    const [{ endpoint, first }, other] = [await withDeliveries(1), await withDeliveries(1)];
    const unknown = anEndpoint();
    await queue().record(endpoint.id, [aResult(other.first), aResult({ id: ids.next('dlv') })], NOON);
    expect(await queue().record(unknown.id, [aResult(first, FAILED)], NOON)).to.equal(null);
    for (const delivery of [first, other.first]) {
      expect(await viewOf(delivery)).to.deep.include({ status: 'pending', attempts: [] });
    }
  });
};

const failureContract = ({ queue, withDeliveries }: DeliveriesOn): void => {
  const success = (second: number) => ({ second, outcome: SUCCEEDED });
  const failure = (second: number) => ({ second, outcome: retryAt(NOON) });

  /** A function that records attempts of one delivery; it returns the second of the first failure, or null. */
  const makeRecorder = async () => {
    const { endpoint, first } = await withDeliveries(1);
    return async (...attempts: ReturnType<typeof success | typeof failure>[]): Promise<number | null> => {
      const results = attempts.map(({ second, outcome }) => aResult(first, outcome, { at: noonPlus(second) }));
      const since = await queue().record(endpoint.id, results, NOON);
      return since && (since.getTime() - NOON.getTime()) / 1000;
    };
  };

  it('returns the time of the first failure, or null after a success', async () => {
    const record = await makeRecorder();
    expect(await record(success(1))).to.equal(null);
    expect(await record()).to.equal(null);
    expect(await record(failure(5), failure(3), failure(4))).to.equal(3);
    expect(await record(failure(6))).to.equal(3);
    expect(await record()).to.equal(3);
    expect(await record(success(7))).to.equal(null);
    expect(await record(failure(8))).to.equal(8);
  });

  it('counts from the first failed attempt after the last success, also within one call', async () => {
    const record = await makeRecorder();
    expect(await record(failure(1), success(4), failure(2), failure(3))).to.equal(null);
    expect(await record(failure(7), success(5), failure(6), success(3))).to.equal(6);
    expect(await record(failure(8), failure(9))).to.equal(6);
    expect(await record(success(10), failure(10))).to.equal(null);
  });

  it('returns the time of a later failure if two days without a failure precede it', async () => {
    const record = await makeRecorder();
    expect(await record(failure(1))).to.equal(1);
    expect(await record(failure(1 + TWO_DAYS))).to.equal(1);
    expect(await record()).to.equal(1);
    expect(await record(failure(2 + 2 * TWO_DAYS), failure(1.001 + 2 * TWO_DAYS))).to.equal(1.001 + 2 * TWO_DAYS);
    expect(await record(failure(3 + 2 * TWO_DAYS))).to.equal(1.001 + 2 * TWO_DAYS);
    // an earlier failure that is recorded later: the two days count from the latest failure
    expect(await record(failure(5))).to.equal(1.001 + 2 * TWO_DAYS);
    expect(await record(failure(3 + 3 * TWO_DAYS))).to.equal(1.001 + 2 * TWO_DAYS);
    expect(await record(success(4 * TWO_DAYS))).to.equal(null);
    expect(await record(failure(1 + 4 * TWO_DAYS))).to.equal(1 + 4 * TWO_DAYS);
  });

  it('keeps the time of the first failure when an earlier success is recorded late', async () => {
    const record = await makeRecorder();
    expect(await record(failure(10))).to.equal(10);
    expect(await record(success(8))).to.equal(10);
    expect(await record(success(8), failure(9))).to.equal(9);
  });
};

const endContract = ({
  storage,
  queue,
  disableAndFail,
  disable,
  withDeliveries,
  viewsOf,
  dueIds,
}: DeliveriesOn): void => {
  it('fails all pending deliveries', async () => {
    const [{ endpoint, first }, other] = [await withDeliveries(3), await withDeliveries(1)];
    await queue().record(endpoint.id, [aResult(first)], NOON);
    expect(await disableAndFail(endpoint.id, noonPlus(1))).to.equal(2);
    expect(await disableAndFail(endpoint.id, noonPlus(1))).to.equal(0);
    const views = await viewsOf(endpoint);
    expect(views.map(({ status }) => status)).to.deep.equal(['succeeded', 'failed', 'failed']);
    expect(views[1]).to.include({ next_attempt_at: null, updated_at: noonPlus(1).toISOString() });
    expect(await dueIds(endpoint, LATER)).to.deep.equal([]);
    expect(await dueIds(other.endpoint)).to.have.length(1);
  });

  it('fails no deliveries of an enabled endpoint, and all of a deleted one', async () => {
    const { endpoint } = await withDeliveries(2);
    expect(await queue().failPending(endpoint.id, NOON)).to.equal(0);
    await disable(endpoint.id);
    await storage().unitOfWork.run(async (tx) => {
      const disabled = await tx.webhooks.get(endpoint.id);
      await tx.webhooks.save(WebhookEndpoint.change(disabled, { enabled: true }, noonPlus(1)));
    });
    expect(await queue().failPending(endpoint.id, NOON)).to.equal(0);
    expect(await dueIds(endpoint)).to.have.length(2);
    await storage().unitOfWork.run((tx) => tx.webhooks.remove(endpoint.id));
    expect(await queue().failPending(endpoint.id, NOON)).to.equal(2);
    expect(await queue().removeBefore(noonPlus(-9000))).to.equal(2);
  });

  it('removes only ended deliveries that were created before a time', async () => {
    const { endpoint, deliveries } = await withDeliveries(5, (index) => ({ at: noonPlus(-7200 + index) }));
    const results = deliveries.slice(1).map((delivery, index) => aResult(delivery, index === 0 ? FAILED : SUCCEEDED));
    await queue().record(endpoint.id, results, NOON);
    expect(await queue().removeBefore(noonPlus(-7197))).to.equal(2);
    expect(idsOf(await viewsOf(endpoint))).to.deep.equal([0, 3, 4].map((index) => deliveries[index]?.id));
    expect(await queue().removeBefore(noonPlus(-7197))).to.equal(0);
    expect(await queue().removeBefore(noonPlus(-3600))).to.equal(2);
  });

  it('fails and removes at most 5,000 deliveries per call', async () => {
    const { endpoint } = await withDeliveries(6_000, () => ({ at: noonPlus(-9000) }));
    const ended = [await disableAndFail(endpoint.id), await disableAndFail(endpoint.id)];
    expect(ended).to.deep.equal([5_000, 1_000]);
    const removed = [await queue().removeBefore(noonPlus(-8000)), await queue().removeBefore(noonPlus(-8000))];
    expect(removed).to.deep.equal([5_000, 1_000]);
    const more = Array.from({ length: 6_000 }, () => aDelivery(endpoint));
    await queue().add(more);
    await storage().unitOfWork.run((tx) => tx.webhooks.remove(endpoint.id));
    const removedWithEndpoint = [
      await queue().removeBefore(noonPlus(-8000)),
      await queue().removeBefore(noonPlus(-8000)),
    ];
    expect(removedWithEndpoint).to.deep.equal([5_000, 1_000]);
    expect(await queue().removeBefore(noonPlus(-8000))).to.equal(0);
  });
};

const backlogContract = ({ queue, disableAndFail, withDeliveries, claimedIds }: DeliveriesOn): void => {
  it('reports the number of pending deliveries and the oldest', async () => {
    expect(await queue().backlog()).to.deep.equal({ pending: 0, oldest: null });
    const newer = await withDeliveries(2);
    const { endpoint, first } = await withDeliveries(3, (index) => ({ at: noonPlus(-5000 + index) }));
    expect(await queue().backlog()).to.deep.equal({ pending: 5, oldest: noonPlus(-5000) });
    await queue().record(endpoint.id, [aResult(first)], NOON);
    expect(await queue().backlog()).to.deep.equal({ pending: 4, oldest: noonPlus(-4999) });
    // a lease changes nothing: the deliveries are pending until they end
    await claimedIds(LATER);
    await disableAndFail(endpoint.id);
    expect(await queue().backlog()).to.deep.equal({ pending: 2, oldest: NOON });
    await disableAndFail(newer.endpoint.id);
    expect(await queue().backlog()).to.deep.equal({ pending: 0, oldest: null });
  });
};
