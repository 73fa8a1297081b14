import { expect } from 'chai';
import { PaymentLink, storedPaymentLinkView } from '#core/payments/links/payment-link.ts';
import { Actor } from '#core/shared/actor.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { anActor, aUser, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const aLink = (fields: Partial<Parameters<typeof PaymentLink.create>[0]> = {}): PaymentLink =>
  PaymentLink.create({
    id: ids.next('plink'),
    payableId: ids.next('ord'),
    actor: anActor(aUser({ role: 'staff' })),
    isSent: false,
    at: NOON,
    ...fields,
  });

export const paymentLinksContract = (name: string, open: OpenStorage): void => {
  describe(`PaymentLinkRepository and PaymentLinkQueries on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const get = ({ id }: PaymentLink) => run((tx) => tx.paymentLinks.get(id));
    const added = async (fields?: Parameters<typeof aLink>[0]): Promise<PaymentLink> => {
      const link = aLink(fields);
      await run((tx) => tx.paymentLinks.add(link));
      return link;
    };
    const list = async (filter: object) => {
      const { items } = await storage().paymentLinkQueries.list({ filter, page: { limit: 20 } });
      return items.map((item) => Json.parse(item).id);
    };

    for (const [what, fields] of [
      ['an order, created by the service', { actor: Actor.system }],
      ['an invoice, sent', { payableId: ids.next('inv'), isSent: true }],
    ] as const) {
      it(`round-trip a link to ${what}, and show it`, async () => {
        const link = await added(fields);
        expect(await get(link)).to.deep.equal(link);
        const ended = PaymentLink.deactivate(PaymentLink.send(link, noonPlus(1)), noonPlus(2));
        await run((tx) => tx.paymentLinks.save({ ...ended, version: 2 }));
        expect(await run((tx) => tx.paymentLinks.find(link.id))).to.deep.equal({ ...ended, version: 2 });
        expect(await run((tx) => tx.paymentLinks.lockForShare(link.id))).to.deep.equal({ ...ended, version: 2 });
        const found = await storage().paymentLinkQueries.find(link.id);
        expect(found && Json.parse(found.view)).to.deep.equal(storedPaymentLinkView({ ...ended, version: 2 }));
        expect(found?.version).to.equal(2);
      });
    }

    it('report what is absent, and a version that is not the previous one', async () => {
      const absent = aLink();
      expect((await rejectionOf(get(absent))).kind).to.equal('not_found');
      expect(await run((tx) => tx.paymentLinks.find(absent.id))).to.equal(undefined);
      expect(await run((tx) => tx.paymentLinks.lockForShare(absent.id))).to.equal(undefined);
      expect(await storage().paymentLinkQueries.find(absent.id)).to.equal(undefined);
      const link = await added();
      await run((tx) => tx.paymentLinks.save(PaymentLink.deactivate(link, noonPlus(1))));
      const late = run((tx) => tx.paymentLinks.save(PaymentLink.send(link, noonPlus(1))));
      expect((await rejectionOf(late)).kind).to.equal('conflict');
    });

    it('list the links of an order or an invoice, the newest first', async () => {
      const [order, invoice] = [ids.next('ord'), ids.next('inv')] as const;
      const first = await added({ payableId: order });
      const second = await added({ payableId: order, at: noonPlus(1) });
      const other = await added({ payableId: invoice });
      expect(await list({ order_id: order })).to.deep.equal([second.id, first.id]);
      expect(await list({ invoice_id: invoice })).to.deep.equal([other.id]);
      expect(await list({ order_id: ids.next('ord') })).to.deep.equal([]);
    });
  });
};
