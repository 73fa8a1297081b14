import { expect } from 'chai';
import { MAIL_LANGUAGES, type MailLanguage } from '#core/mails/mail-language.ts';
import { ORDER_MAIL_PURPOSES, type OrderMailPurpose } from '#core/mails/ports.ts';
import { Order } from '#core/orders/order.ts';
import { orderMail } from '#core/orders/order-mail.ts';
import { de, en } from '#core/orders/order-messages.ts';
import type { Mail } from '#core/shared/mail.ts';
import { aChargedOrder, aFulfillment, aGuestOrder, money, shirts } from '../../support/builders/order-builders.ts';

const SHOP = { name: 'Linen & Co', logoUrl: null, email: 'hello@shop.example', withdrawalNotice: null };

type Content = Parameters<typeof orderMail>[0];

const EVIL = `<script>alert("x")</script>`;

describe('orderMail', () => {
  const mailOf = (
    purpose: OrderMailPurpose,
    { request = {}, ...content }: Partial<Omit<Content, 'request'>> & { request?: Partial<Content['request']> } = {},
  ): Mail & { html: string } => {
    const order = content.order ?? aChargedOrder();
    const mail = orderMail({
      to: 'Ada@example.com',
      shop: SHOP,
      language: 'en',
      link: undefined,
      withdrawalLink: undefined,
      ...content,
      order,
      request: { purpose, reference: null, amount: null, client: null, ...request },
    });
    return { html: '', ...mail };
  };
  const shipped = (options: Parameters<typeof shirts>[0] = {}, tracking: object = {}) => {
    const placed = aGuestOrder({ items: [shirts(options), shirts({ name: 'Trousers' })] });
    const [first] = placed.items;
    if (first === undefined) throw new TypeError('The order has items.');
    const fulfillment = { ...aFulfillment(placed, [{ itemId: first.id, quantity: 1 }]), ...tracking };
    return { order: Order.fulfill(placed, fulfillment), request: { reference: fulfillment.id } };
  };

  it('confirms an order with its items, discount, shipping, taxes and total', () => {
    const order = aChargedOrder();
    const { to, subject, text } = mailOf('order_confirmation', { order });
    expect(to).to.equal('Ada@example.com');
    expect(subject).to.equal(`Your order ${order.number} at Linen & Co`);
    expect(text.split('\n')).to.deep.equal([
      'Linen & Co',
      '',
      `Thank you! We have received your order ${order.number}:`,
      '',
      '2 × Linen shirt: 39.98 USD',
      'Subtotal: 39.98 USD',
      'Spring sale: -4.00 USD',
      'Shipping (Standard): 4.90 USD',
      'plus VAT 19 %: 6.84 USD',
      'plus Reduced VAT 8.875 %: 0.43 USD',
      'Total: 48.15 USD',
      '',
      'Questions? Write to hello@shop.example.',
      '',
    ]);
  });

  it('links to the page for withdrawals while the buyer may want to withdraw', () => {
    const withdrawalLink = 'https://shop.example/withdraw?token=x';
    for (const [language, words] of [
      ['en', 'Withdraw from the contract'],
      ['de', 'Vertrag widerrufen'],
    ] as const) {
      for (const purpose of ORDER_MAIL_PURPOSES) {
        const { text, html } = mailOf(purpose, { language, withdrawalLink });
        const isOffered = purpose === 'order_confirmation' || purpose === 'shipment';
        expect(text.includes(`${words}:\n${withdrawalLink}`), purpose).to.equal(isOffered);
        expect(html.includes(`<a href="${withdrawalLink}">${words}</a>`), purpose).to.equal(isOffered);
      }
    }
    expect(mailOf('order_confirmation').text).to.not.include('Withdraw');
  });

  it('names a tax that prices include after the total', () => {
    const order = aChargedOrder();
    const charges = { ...order.charges, pricesIncludeTax: true };
    const { text } = mailOf('order_confirmation', { order: { ...order, charges } });
    expect(text).to.include('Total: 40.88 USD\nincluding VAT 19 %: 6.84 USD');
  });

  it('names a reverse charge', () => {
    const order = aChargedOrder();
    const charges = { ...order.charges, taxExemption: 'reverse_charge' as const };
    for (const [language, expected] of [
      ['en', 'Reverse charge'],
      ['de', 'Steuerschuldnerschaft'],
    ] as const) {
      expect(mailOf('order_confirmation', { order: { ...order, charges }, language }).text).to.include(expected);
      expect(mailOf('order_confirmation', { order, language }).text).to.not.include(expected);
    }
  });

  it('lists the items of one shipment with carrier and tracking number', () => {
    const { order, request } = shipped({ options: { size: 'M' } }, { carrier: 'DHL', trackingNumber: 'JJD 1' });
    const { text } = mailOf('shipment', { order, request });
    expect(text).to.include('\n\n1 × Linen shirt (size: M)\n\nCarrier: DHL\nTracking number: JJD 1\n');
    expect(text).to.not.include('Trousers');
  });

  it('omits an unknown carrier', () => {
    expect(mailOf('shipment', shipped()).text).to.not.match(/Carrier|Tracking/);
  });

  it('states the refunded amount', () => {
    const { text } = mailOf('refund', { order: aGuestOrder(), request: { amount: 1_050n } });
    expect(text).to.include('Refunded: 10.50 USD');
  });

  for (const [currency, amount, english, german] of [
    ['USD', '1234.5', '1,234.50 USD', '1.234,50 USD'],
    ['KRW', '12345', '12,345 KRW', '12.345 KRW'],
    ['JPY', '980', '980 JPY', '980 JPY'],
    ['KWD', '1.25', '1.250 KWD', '1,250 KWD'],
    ['USD', '999999999999.99', '999,999,999,999.99 USD', '999.999.999.999,99 USD'],
  ] as const) {
    it(`writes ${amount} ${currency} with the digits of the currency in each language`, () => {
      const order = aGuestOrder({ items: [shirts({ unitPrice: money(amount, currency), quantity: 1 })] });
      expect(mailOf('order_confirmation', { order }).text).to.include(`Total: ${english}`);
      expect(mailOf('cancellation', { order, language: 'de' }).text).to.include(`Gesamtbetrag: ${german}`);
    });
  }

  it('escapes every value in HTML', () => {
    const { order, request } = shipped(
      { name: EVIL, options: { [EVIL]: EVIL } },
      { carrier: EVIL, trackingNumber: EVIL },
    );
    const charged = aChargedOrder({ items: [shirts({ name: EVIL })] });
    const charges = {
      ...charged.charges,
      discounts: [{ id: null, code: EVIL, name: EVIL }],
      shippingLines: charged.charges.shippingLines.map((line) => ({
        ...line,
        name: EVIL,
        tax: line.tax && { ...line.tax, name: EVIL },
      })),
    };
    const shop = {
      name: EVIL,
      logoUrl: `https://shop.example/logo.png?"><script>`,
      email: `"><script>"@example.com`,
      withdrawalNotice: `First line\n${EVIL}`,
    };
    const link = 'https://shop.example/orders?a="><script>&order=1';
    for (const { html } of [
      mailOf('shipment', { order, request, shop, link }),
      mailOf('order_confirmation', { order: { ...charged, charges }, shop, link }),
      mailOf('cancellation', { order: { ...charged, charges }, shop: { ...shop, logoUrl: null }, link }),
      mailOf('refund', { order, shop, link }),
    ]) {
      expect(html).to.include('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
      expect(html).to.not.match(/<script|"x"|\?"|a=">/);
    }
  });

  it('keeps a value of plain text on its line, and out of the mail’s headers', () => {
    const name = 'Shirt\r\n\nTotal: 0.00 USD\u2028Bcc: eve@example.com';
    const order = aGuestOrder({ items: [shirts({ name })] });
    const { subject, text } = mailOf('order_confirmation', { order, shop: { ...SHOP, name } });
    expect(text).to.include('2 × Shirt Total: 0.00 USD Bcc: eve@example.com: 39.98 USD\n');
    expect(subject).to.not.match(/[\r\n\u2028]/);
  });

  it('contains nothing that the buyer has written', () => {
    const written = 'BUY MY PILLS';
    const placed = aGuestOrder({
      email: 'buyer@example.com',
      shipping_address: { name: written, line1: written, country: 'PT' },
      billing_address: { company: written, line1: written, country: 'PT' },
      metadata: { note: written },
    });
    const order = { ...placed, cancelReason: written };
    for (const purpose of ORDER_MAIL_PURPOSES) {
      for (const language of MAIL_LANGUAGES) {
        expect(JSON.stringify(mailOf(purpose, { order, language }))).to.not.include(written);
      }
    }
  });

  it('shows the logo, with the shop’s name as its alternative text', () => {
    const logoUrl = 'https://shop.example/logo.png';
    const { html } = mailOf('refund', { shop: { ...SHOP, logoUrl } });
    expect(html).to.include('<img src="https://shop.example/logo.png" alt="Linen &amp; Co"');
    expect(mailOf('refund').html).to.include('<strong>Linen &amp; Co</strong>');
    expect(mailOf('refund').html).to.not.include('<img');
  });

  it('links to the order on a line of its own if there is a page', () => {
    const link = 'https://shop.example/orders?order=ord_1&token=cpl_1';
    const { text, html } = mailOf('shipment', { link });
    expect(text.split('\n')).to.include(link);
    expect(html).to.include('href="https://shop.example/orders?order=ord_1&amp;token=cpl_1"');
    expect(mailOf('shipment').html).to.not.include('href');
  });

  it('contains the instruction on withdrawals in full, and only where it confirms an order', () => {
    const withdrawalNotice = 'Right of withdrawal\r\n\nYou may withdraw <within> 14 days.\n';
    const { text, html } = mailOf('order_confirmation', { shop: { ...SHOP, withdrawalNotice } });
    expect(text).to.match(/\nRight of withdrawal\n\nYou may withdraw <within> 14 days\.\n$/);
    expect(html).to.include('<p>Right of withdrawal<br>\n<br>\nYou may withdraw &lt;within&gt; 14 days.</p>');
    for (const purpose of ORDER_MAIL_PURPOSES.filter((each) => each !== 'order_confirmation')) {
      expect(mailOf(purpose, { shop: { ...SHOP, withdrawalNotice } }).text).to.not.include('withdraw');
    }
  });

  it('names no e-mail of a shop that has none', () => {
    expect(mailOf('refund', { shop: { ...SHOP, email: null } }).text).to.not.match(/Questions|null/);
  });

  it('is written in the language of the setting', () => {
    const subjects = (language: MailLanguage) =>
      ORDER_MAIL_PURPOSES.map((purpose) => mailOf(purpose, { language }).subject);
    for (const [index, subject] of subjects('de').entries()) {
      expect(subject).to.include('Bestellung').and.not.equal(subjects('en')[index]);
    }
    expect(mailOf('refund', { language: 'de' }).html).to.include('<html lang="de">');
  });
});

describe('the messages of mails about orders', () => {
  it('have a text of their own in each language', () => {
    const named = { order: 1001, shop: 'Linen & Co' };
    const textsOf = (messages: typeof en): Map<string, string> => {
      const texts = new Map<string, string>();
      for (const [key, message] of Object.entries(messages)) {
        if (typeof message === 'string') texts.set(key, message);
        else if (typeof message === 'function') texts.set(key, message('x'));
        else for (const part of ['subject', 'text'] as const) texts.set(`${key}.${part}`, message[part](named));
      }
      return texts;
    };
    const [english, german] = [textsOf(en), textsOf(de)];
    expect([...german.keys()]).to.have.members([...english.keys()]);
    for (const [key, text] of english) expect(german.get(key), key).to.be.a('string').and.not.equal(text);
  });
});
