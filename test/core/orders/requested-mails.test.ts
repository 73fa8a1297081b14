import { expect } from 'chai';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { makeEncryption } from '#adapters/system/encryption.ts';
import { makeCheckoutTokens } from '#adapters/system/id-tokens.ts';
import { makeOrderLinks } from '#adapters/system/order-links.ts';
import type { ClaimedMailRequest, OrderMailRequest } from '#core/mails/ports.ts';
import { withWantedMails } from '#core/mails/wanted-mails.ts';
import type { OrderId } from '#core/orders/order.ts';
import { makeOpenOrder } from '#core/orders/order-access.ts';
import { makePrepareOrderMail } from '#core/orders/use-cases/prepare-order-mail.ts';
import { makeWithdrawalLink } from '#core/withdrawals/withdrawal-link.ts';
import { anActor, ids, noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rulesWith } from '../../support/builders/shop-rules.ts';
import { type Orders, openOrders } from './orders-under-test.ts';

const PAGE = 'https://shop.example/orders?lang=en';

describe('the mails about orders', () => {
  let orders: Orders;

  beforeEach(async () => {
    orders = await openOrders();
  });

  const isAboutOrder = (request: ClaimedMailRequest): request is ClaimedMailRequest & OrderMailRequest =>
    'orderId' in request;
  /** The requests since the last call. */
  const requested = async (): Promise<Omit<OrderMailRequest, 'client'>[]> => {
    const claimed = await orders.mailQueue.claim({ at: noonPlus(1e6), until: noonPlus(1e6 + 1), limit: 100 });
    for (const claim of claimed) await orders.mailQueue.remove(claim);
    return claimed
      .filter(isAboutOrder)
      .map(({ purpose, orderId, reference, amount }) => ({ purpose, orderId, reference, amount }));
  };
  const aMailedOrder = async (details: object = { email: 'Zoe@example.com' }) => {
    const shirt = await orders.addProduct({ stock: 5 });
    return orders.create(orders.staff, [[shirt, 2]], { details });
  };
  const encryption = makeEncryption('the secret key of the links');
  const links = makeOrderLinks(encryption);
  const prepare = (orderId: OrderId, purpose: OrderMailRequest['purpose'] = 'shipment', page: string | null = null) => {
    const { unitOfWork, shopQueries: shop, clock } = orders;
    const rules = rulesWith({ order_page_url: page });
    const withdrawalPage = () => 'https://commerce.example/withdraw';
    const withdrawalLink = makeWithdrawalLink({ orderLinks: links, systemClock: clock, withdrawalPage });
    const deps = {
      unitOfWork,
      shop,
      rules,
      clock,
      systemClock: clock,
      ids,
      orderLinks: links,
      withdrawalLink,
    } as const;
    return makePrepareOrderMail(deps)({ purpose, orderId, reference: null, amount: null, client: null });
  };

  /** The order that a token opens now. */
  const opens = async (token: string): Promise<OrderId | undefined> => {
    const { orderQueries: queries, clock: systemClock } = orders;
    const checkoutTokens = makeCheckoutTokens(encryption);
    const deps = { checkoutTokens, tokens: bearerTokens, queries, orderLinks: links, systemClock };
    return (await makeOpenOrder(deps)(token))?.id;
  };

  it('are requested for a new order, each fulfillment and the cancellation, and for no other step', async () => {
    const { id, items } = await aMailedOrder();
    const none = { orderId: id, reference: null, amount: null };
    expect(await requested()).to.deep.equal([{ ...none, purpose: 'order_confirmation' }]);
    await orders.change(orders.staff, id, { metadata: { note: 'x' } });
    await orders.addNote(orders.staff, id, 'a note');
    await orders.record(id, { kind: 'paid', amount: dollars(10) });
    expect(await requested()).to.deep.equal([]);
    const [item] = items;
    if (item === undefined) throw new TypeError('The order has items.');
    for (const count of [1, 2]) {
      const { fulfillments } = await orders.fulfill(orders.staff, id, { items: [{ itemId: item.id, quantity: 1 }] });
      const reference = fulfillments[count - 1]?.id;
      expect(await requested()).to.deep.equal([{ ...none, purpose: 'shipment', reference }]);
    }
    const cancelled = await aMailedOrder();
    await requested();
    await orders.cancel(orders.staff, cancelled.id);
    expect(await requested()).to.deep.equal([{ ...none, orderId: cancelled.id, purpose: 'cancellation' }]);
  });

  it('are requested for an expired order', async () => {
    const { id } = await aMailedOrder();
    await requested();
    orders.clock.advance(1800);
    await orders.expire();
    expect(await requested()).to.deep.equal([{ purpose: 'cancellation', orderId: id, reference: null, amount: null }]);
  });

  it('are not requested for an anonymous order, nor for a failed step', async () => {
    const { id } = await aMailedOrder({});
    await orders.cancel(orders.staff, id);
    await orders.cancel(orders.staff, id).catch(() => {});
    expect(await requested()).to.deep.equal([]);
  });

  it('are requested only if the shop wants them', async () => {
    const { id } = await aMailedOrder();
    await requested();
    const unitOfWork = withWantedMails(orders.unitOfWork, async () => ['shipment']);
    await unitOfWork.run(async (tx) => {
      for (const purpose of ['order_confirmation', 'shipment', 'refund'] as const) {
        await tx.mailRequests.add({ purpose, orderId: id, reference: null, amount: null, client: null });
      }
    });
    expect((await requested()).map(({ purpose }) => purpose)).to.deep.equal(['shipment']);
  });

  it('are sent to the e-mail of the order, or else to the user’s', async () => {
    const user = await orders.addUser({ email: 'User@example.com' });
    const shirt = await orders.addProduct();
    const own = await orders.create(anActor(user), [[shirt, 1]]);
    const elsewhere = await orders.create(orders.staff, [[shirt, 1]], {
      userId: user.id,
      details: { email: 'Other@example.com' },
    });
    const unnamed = await orders.create(orders.staff, [[shirt, 1]], { userId: user.id, details: { email: null } });
    for (const [{ id }, to] of [
      [own, 'User@example.com'],
      [elsewhere, 'Other@example.com'],
      [unnamed, 'User@example.com'],
    ] as const) {
      expect((await prepare(id))?.to).to.equal(to);
    }
  });

  it('link to the order by a new token that opens it', async () => {
    const { id } = await aMailedOrder();
    const mail = await prepare(id, 'order_confirmation', PAGE);
    const [, order, token = ''] =
      /^https:\/\/shop\.example\/orders\?lang=en&order=(\w+)&token=([\w-]+)$/m.exec(mail?.text ?? '') ?? [];
    expect(order).to.equal(id);
    expect(await opens(token)).to.equal(id);
    expect((await prepare(id, 'order_confirmation'))?.text).to.not.include('order=');
  });

  it('link to the page for withdrawals by such a token, where the buyer has the right', async () => {
    const { id } = await aMailedOrder();
    const { text = '' } = (await prepare(id)) ?? {};
    const [, token = ''] = /^https:\/\/commerce\.example\/withdraw\?token=([\w-]+)$/m.exec(text) ?? [];
    expect(await opens(token)).to.equal(id);
    const address = { line1: '1 Main St', city: 'Boston', country: 'US' };
    for (const [details, request] of [
      [{ shipping_address: address }, {}],
      [{}, { taxId: 'DE123456789' }],
    ]) {
      const bought = [[await orders.addProduct(), 1]] as const;
      const refused = { details: { email: 'Zoe@example.com', ...details }, ...request };
      const mail = await prepare((await orders.create(orders.staff, bought, refused)).id);
      expect(mail?.text).to.include('on their way').and.not.include('/withdraw');
    }
  });

  it('are not sent for an erased buyer or an unknown order', async () => {
    const user = await orders.addUser();
    const { id } = await orders.create(anActor(user), [[await orders.addProduct(), 1]]);
    await orders.unitOfWork.run((tx) => tx.orders.erase({ userId: user.id, emailKey: undefined }, orders.clock.now()));
    expect(await prepare(id)).to.equal(undefined);
    expect(await prepare('ord_01h455vb4pex5vsknk084sn02q')).to.equal(undefined);
  });

  it('confirm no order that was cancelled meanwhile', async () => {
    const { id } = await aMailedOrder();
    await orders.cancel(orders.staff, id);
    expect(await prepare(id, 'order_confirmation')).to.equal(undefined);
    expect((await prepare(id, 'cancellation'))?.subject).to.match(/was cancelled$/);
  });
});
