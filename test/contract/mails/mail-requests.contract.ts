import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import type {
  AccountMailPurpose,
  BillingMailRequest,
  ClaimedMailRequest,
  MailClaim,
  MailRequest,
  OrderMailRequest,
} from '#core/mails/ports.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { subjectOf } from '../../support/mail-subjects.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `MailRequests` and `MailQueue`. */
export const mailRequestsContract = (name: string, open: OpenStorage): void => {
  describe(`MailRequests on ${name}`, () => {
    const storage = useStorage(open);
    const aRequest = (emailKey: string, purpose: AccountMailPurpose = 'password_reset') => ({
      purpose,
      emailKey,
      userId: null,
      client: 'a network',
    });
    const orderId = ids.next('ord');
    const anOrderRequest = (overrides: Partial<OrderMailRequest> = {}): OrderMailRequest => ({
      purpose: 'order_confirmation',
      orderId,
      reference: null,
      amount: null,
      client: 'a network',
      ...overrides,
    });
    const add = (request: MailRequest) => storage().unitOfWork.run((tx) => tx.mailRequests.add(request));
    const claim = (at: Date, limit = 100) => storage().mailQueue.claim({ at, until: noonPlus(1000), limit });
    const claimOne = async (at = NOON): Promise<MailClaim> => {
      const [claimed] = await claim(at, 1);
      if (claimed === undefined) throw new Error('No request is due.');
      return claimed;
    };
    /** What was requested, and its attempts. */
    const requested = (claimed: readonly ClaimedMailRequest[]) =>
      claimed.map(({ id: _id, leasedUntil: _until, requestedAt: _at, ...request }) => request);
    const emails = (requests: readonly MailRequest[]) => requests.map(subjectOf);

    afterEach(async () => {
      for (const claimed of await claim(noonPlus(100_000), 10_000)) await storage().mailQueue.remove(claimed);
    });

    it('returns a due request once until its lease ends', async () => {
      await add(aRequest('a@example.com'));
      const [request, ...others] = await claim(NOON);
      expect(request).to.deep.include({ ...aRequest('a@example.com'), attempts: 1 });
      expect(others).to.deep.equal([]);
      expect(await claim(noonPlus(999.999))).to.deep.equal([]);
      expect(await claim(noonPlus(1000))).to.deep.equal([{ ...request, attempts: 2 }]);
    });

    it('returns when a request was added first', async () => {
      const before = Date.now() - 1;
      await add(aRequest('a@example.com'));
      const between = Date.now() + 1;
      const [request] = await claim(NOON);
      expect(request?.requestedAt.getTime()).to.be.within(before, between);
      await add(aRequest('a@example.com'));
      expect((await claim(NOON))[0]?.requestedAt).to.deep.equal(request?.requestedAt);
    });

    it('returns the oldest first, up to the limit', async () => {
      for (const email of ['first', 'second', 'third']) await add(aRequest(`${email}@example.com`));
      expect(emails(await claim(noonPlus(10), 2)).sort()).to.deep.equal(['first@example.com', 'second@example.com']);
      expect(emails(await claim(noonPlus(10), 2))).to.deep.equal(['third@example.com']);
    });

    it('stores one request per e-mail and purpose', async () => {
      for (let time = 0; time < 3; time += 1) await add(aRequest('a@example.com'));
      await add(aRequest('a@example.com', 'email_verification'));
      expect((await claim(NOON)).map(({ purpose }) => purpose).sort()).to.deep.equal([
        'email_verification',
        'password_reset',
      ]);
    });

    it('returns a postponed request from its new time on', async () => {
      await add(aRequest('a@example.com'));
      await storage().mailQueue.postpone(await claimOne(), noonPlus(15));
      expect(await claim(noonPlus(14.999))).to.deep.equal([]);
      expect(emails(await claim(noonPlus(15)))).to.deep.equal(['a@example.com']);
    });

    it('returns a deferred request from its new time on, without an attempt', async () => {
      await add(aRequest('a@example.com'));
      const first = await claimOne();
      await storage().mailQueue.defer(first, noonPlus(15));
      expect(await claim(noonPlus(14.999))).to.deep.equal([]);
      const [second] = await claim(noonPlus(15));
      expect(second).to.deep.include({ id: first.id, attempts: 1, client: 'a network' });
      await add(aRequest('a@example.com'));
      await storage().mailQueue.defer(first, noonPlus(3000));
      expect(await claim(NOON)).to.have.length(1);
    });

    it('counts for who has asked last, and for nobody once the staff has asked', async () => {
      const clients = ['a network', 'another', null, 'a network'];
      const claimed: (string | null | undefined)[] = [];
      for (const client of clients) {
        await add({ ...aRequest('a@example.com'), client });
        claimed.push((await claim(NOON))[0]?.client);
      }
      expect(claimed).to.deep.equal(['a network', 'another', null, null]);
    });

    it('is due again if the same request is added while its mail is sent', async () => {
      for (const finish of [
        (claimed: MailClaim) => storage().mailQueue.remove(claimed),
        (claimed: MailClaim) => storage().mailQueue.postpone(claimed, noonPlus(3000)),
      ]) {
        await add(aRequest('a@example.com'));
        const claimed = await claimOne();
        await add(aRequest('a@example.com'));
        await finish(claimed);
        const again = await claimOne();
        expect(again.id).to.equal(claimed.id);
        await storage().mailQueue.remove(again);
        expect(await claim(noonPlus(5000))).to.deep.equal([]);
      }
    });

    it('removes requests by id or e-mail', async () => {
      await add(aRequest('a@example.com'));
      await storage().mailQueue.remove(await claimOne());
      await add(aRequest('b@example.com'));
      await add(aRequest('c@example.com'));
      await storage().unitOfWork.run((tx) => tx.mailRequests.removeAllOf('b@example.com'));
      expect(emails(await claim(noonPlus(2000)))).to.deep.equal(['c@example.com']);
    });

    it('stores one request per order, purpose and reference, with its amount', async () => {
      const confirmation = anOrderRequest();
      const refunds = [
        anOrderRequest({ purpose: 'refund', reference: ids.next('re'), amount: 1_999n }),
        anOrderRequest({ purpose: 'refund', reference: ids.next('re'), amount: 99_999_999_999_999n }),
      ];
      const another = anOrderRequest({ orderId: ids.next('ord') });
      for (let time = 0; time < 2; time += 1)
        for (const request of [confirmation, ...refunds, another]) await add(request);
      const claimed = await claim(NOON);
      expect(requested(claimed)).to.have.deep.members(
        [confirmation, ...refunds, another].map((request) => ({ ...request, attempts: 1 })),
      );
    });

    it('stores one request per purpose and invoice or subscription, and removes those of a user', async () => {
      const [userId, other] = [ids.next('usr'), ids.next('usr')];
      const [invoice, subscription] = [ids.next('inv'), ids.next('sub')];
      const requests: BillingMailRequest[] = [
        { purpose: 'receipt', aboutId: invoice, userId: null, client: 'a network' },
        { purpose: 'payment_failed', aboutId: invoice, userId, client: null },
        { purpose: 'receipt', aboutId: ids.next('inv'), userId, client: null },
        { purpose: 'trial_ending', aboutId: subscription, userId: other, client: 'a network' },
      ];
      for (const request of [...requests, ...requests]) await add(request);
      const claimed = await claim(NOON);
      expect(requested(claimed)).to.have.deep.members(requests.map((request) => ({ ...request, attempts: 1 })));
      await storage().unitOfWork.run(async (tx) => {
        await tx.mailRequests.removeAllAbout(userId);
        await tx.mailRequests.removeAllOf('a@example.com');
      });
      expect(emails(await claim(noonPlus(2000))).sort()).to.deep.equal([invoice, subscription]);
    });

    it('removes the requests of orders and no others', async () => {
      const [first, second, third] = [ids.next('ord'), ids.next('ord'), ids.next('ord')];
      for (const orderId of [first, second, third]) await add(anOrderRequest({ orderId }));
      await add(anOrderRequest({ orderId: first, purpose: 'cancellation' }));
      await add(aRequest('a@example.com'));
      await storage().unitOfWork.run(async (tx) => {
        await tx.mailRequests.removeAllOfOrders([]);
        await tx.mailRequests.removeAllOfOrders([first, third]);
        await tx.mailRequests.removeAllOf('b@example.com');
      });
      expect(emails(await claim(NOON)).sort()).to.deep.equal(['a@example.com', second]);
    });

    it('reports the number of pending requests and when the oldest was added, whatever their attempts', async () => {
      const backlog = () => storage().mailQueue.backlog();
      expect(await backlog()).to.deep.equal({ pending: 0, oldest: null });
      const start = Date.now();
      await add(aRequest('a@example.com'));
      const { oldest } = await backlog();
      expect(oldest?.getTime()).to.be.closeTo(start, 60_000);
      await setTimeout(5);
      await add(aRequest('a@example.com'));
      await add(aRequest('b@example.com'));
      expect(await backlog()).to.deep.equal({ pending: 2, oldest });
      const claimed = await claimOne();
      await storage().mailQueue.postpone(claimed, noonPlus(3000));
      expect(await backlog()).to.deep.equal({ pending: 2, oldest });
      await storage().mailQueue.remove({ ...claimed, leasedUntil: noonPlus(3000) });
      const rest = await backlog();
      expect(rest.pending).to.equal(1);
      expect(rest.oldest?.getTime()).to.be.greaterThan(oldest?.getTime() ?? Number.NaN);
    });

    it('counts pending requests up to a limit', async () => {
      await storage().unitOfWork.run(async (tx) => {
        for (let index = 0; index <= MAX_COUNTED; index += 1) {
          await tx.mailRequests.add(aRequest(`${index}@example.com`));
        }
      });
      expect((await storage().mailQueue.backlog()).pending).to.equal(MAX_COUNTED);
    });

    it('stores nothing of a failed transaction', async () => {
      const attempt = storage().unitOfWork.run(async (tx) => {
        await tx.mailRequests.add(aRequest('a@example.com'));
        throw new Error('changed my mind');
      });
      await attempt.catch(() => {});
      expect(await claim(NOON)).to.deep.equal([]);
    });

    it('gives each request to one of several concurrent claims', async () => {
      for (let index = 0; index < 20; index += 1) await add(aRequest(`${index}@example.com`));
      const claims = await Promise.all(Array.from({ length: 8 }, () => claim(NOON, 5)));
      expect(new Set(emails(claims.flat())).size).to.equal(claims.flat().length);
    });
  });
};
