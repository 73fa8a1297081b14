import { expect } from 'chai';
import { makeEncryption } from '#adapters/system/encryption.ts';
import { makeOrderLinks } from '#adapters/system/order-links.ts';
import { linkedOrder } from '../../support/builders/linked-orders.ts';
import {
  createKey,
  createOrder,
  createPayment,
  createProduct,
  createUser,
  itemsOf,
  signIn,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { barriersOf, formOf } from '../../support/html-form.ts';
import { expectProblem } from '../../support/problems.ts';
import { callerOf, type Reply } from '../../support/servers/calls.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, onStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

type Json = Reply['json'];

const SECRET_KEY = 'the secret key of services in tests';

const BERLIN = { name: 'Ada Lovelace', line1: 'Karl-Marx-Allee 1', city: 'Berlin', country: 'DE' };

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

let buyers = 0;

const anEmail = (): string => {
  buyers += 1;
  return `withdrawing-${buyers}@example.com`;
};

describe(`the page for withdrawals on ${STORAGE}`, () => {
  let app: TestApp;
  /** Another process on the same database; on memory the same one. */
  let second: TestApp;
  let mails: MailServer;
  let visitorKey: string;

  before(async () => {
    mails = await startMailServer();
    const settings = {
      SMTP_URL: mails.url,
      MAIL_FROM: 'Shop <shop@example.com>',
      SECRET_KEY,
      // two processes count the mails together
      ...(STORAGE === 'postgres' && { RATE_LIMIT_STORE: 'postgres' }),
      ...(await emptyStorage()),
    };
    app = await startApp(settings);
    second = STORAGE === 'memory' ? app : await startApp(settings);
    visitorKey = (await createKey(app, { kind: 'publishable', allowed_origins: ['https://shop.example'] })).key;
    await app.call('/api/shop', {
      method: 'PATCH',
      body: { name: 'Linen & Co', withdrawal_notice: 'You may withdraw.' },
    });
  });
  after(async () => {
    if (second !== app) await second.stop();
    await app.stop();
    await mails.close();
  });

  const get = (at: string, headers: Record<string, string> = {}) => app.call(at, { key: null, headers });
  const send = (at: string, fields: URLSearchParams | Readonly<Record<string, string>>, { url }: TestApp = app) =>
    callerOf(url, null)(at, { method: 'POST', body: new URLSearchParams(fields).toString(), headers: FORM });
  const sendFormOf = ({ text }: Reply, changes: Readonly<Record<string, string>> = {}) => {
    const { action, fields } = formOf(text);
    for (const [name, value] of Object.entries(changes)) fields.set(name, value);
    return send(action, fields);
  };

  /** A guest's order of two shirts and a scarf, paid. */
  const guestOrder = async (fields: object = {}): Promise<Json> => {
    const shirt = await createProduct(app, { name: 'Shirt <XL> & "more"', price: 20, ...fields });
    const scarf = await createProduct(app, { name: 'Scarf', price: 7 });
    const body = { items: [...itemsOf([shirt], 2), ...itemsOf([scarf])], email: anEmail(), shipping_address: BERLIN };
    const placed = await app.call('/api/orders', { method: 'POST', body, key: visitorKey });
    expect(placed.status, placed.text).to.equal(201);
    await createPayment(app, placed.json.id);
    return placed.json;
  };
  const withdrawals = async (filter: string): Promise<Json[]> =>
    (await app.call(`/api/withdrawals?limit=100&${filter}`)).json.data;
  const ofEmail = async (email: string): Promise<Json[]> =>
    (await withdrawals('')).filter((each) => each.email === email);
  const byNumber = (fields: Readonly<Record<string, string>>) =>
    send('/withdraw', {
      lang: 'en',
      order_number: '1',
      name: 'Ada',
      email: 'ada@example.com',
      scope: 'whole',
      ...fields,
    });

  it('has the words of the law, and lets no script, frame, cache or other site near the token', async () => {
    const { status, headers, text } = await get('/withdraw?lang=en');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('referrer-policy')).to.equal('no-referrer');
    expect(headers.get('set-cookie')).to.equal(null);
    const policy = headers.get('content-security-policy') ?? '';
    for (const rule of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).to.include(rule);
    expect(policy).to.not.include('script');
    expect(text).to.include('<h1>Withdraw from contract here</h1>').and.to.not.include('<script');
    expect(text).to.include('<p>Linen &amp; Co</p>');
    expect((await get('/withdraw?lang=de')).text).to.include('<h1>Vertrag widerrufen</h1>');
    const check = await byNumber({});
    expect(check.text.match(/<button>[^<]*<\/button>/g)).to.deep.equal(['<button>Confirm withdrawal</button>']);
    const german = await byNumber({ lang: 'de' });
    expect(german.text.match(/<button>[^<]*<\/button>/g)).to.deep.equal(['<button>Widerruf bestätigen</button>']);
    for (const header of ['cache-control', 'content-security-policy', 'referrer-policy'])
      expect(check.headers.get(header), header).to.equal(headers.get(header));
  });

  it('speaks the language of the address, of the browser, or of the shop', async () => {
    const languageOf = async (query: string, accepted?: string): Promise<string | undefined> => {
      const { text } = await get(`/withdraw${query}`, { 'Accept-Language': accepted ?? '' });
      return /<html lang="(..)">/.exec(text)?.[1];
    };
    expect(await languageOf('')).to.equal('en');
    expect(await languageOf('', 'de-AT,de;q=0.9,en;q=0.5')).to.equal('de');
    expect(await languageOf('', 'fr')).to.equal('en');
    expect(await languageOf('?lang=en', 'de')).to.equal('en');
    expect(await languageOf('?lang=xx', 'de')).to.equal('de');
    await app.call('/api/shop/rules', { method: 'PATCH', body: { mail_language: 'de' } });
    for (const accepted of [undefined, 'fr', '*']) expect(await languageOf('', accepted), accepted).to.equal('de');
    expect(await languageOf('', 'en-GB')).to.equal('en');
    await app.call('/api/shop/rules', { method: 'PATCH', body: { mail_language: 'en' } });
    const { text } = await get('/withdraw?lang=en&token=a%22b&order_number=1001');
    expect(formOf(text).fields.get('order_number')).to.equal('1001');
    expect(text).to.include('<a href="/withdraw?lang=de" lang="de" hreflang="de">Deutsch</a>');
  });

  it('withdraws a guest from a part of their order in two steps, and stores nothing before the second', async () => {
    const order = await guestOrder();
    const [shirts, scarf] = order.items;
    const first = await get(`/withdraw?lang=en&token=${order.client_secret}`);
    expect(first.text).to.include(`Order ${order.number}`).and.to.include('Shirt &lt;XL&gt; &amp; &quot;more&quot;');
    expect(first.text).to.include('The withdrawal period begins when you have received all the goods.');
    const { fields } = formOf(first.text);
    expect(Object.fromEntries(fields)).to.include({ name: 'Ada Lovelace', email: order.email });
    expect(fields.getAll('item')).to.deep.equal([shirts.id, scarf.id]);
    expect(fields.get(`quantity_${shirts.id}`)).to.equal('2');
    fields.delete('item', scarf.id);
    fields.set(`quantity_${shirts.id}`, '1');
    const check = await send('/withdraw', fields);
    expect(check.status, check.text).to.equal(200);
    expect(check.text).to.include('<dd>1 × Shirt &lt;XL&gt; &amp; &quot;more&quot;</dd>');
    expect(await withdrawals(`order_id=${order.id}`)).to.deep.equal([]);
    let receipt = check;
    // a worker may have begun to process it
    await eventually('the receipt says the outcome', async () => {
      receipt = await sendFormOf(check);
      return receipt.text.includes('We have accepted your withdrawal.');
    });
    expect(receipt.status, receipt.text).to.equal(200);
    expect(receipt.text)
      .to.include('We have received your withdrawal')
      .and.to.match(/\d{4} at [\d:]+ UTC<\/dd>/);
    expect(receipt.text).to.include(`We confirm it by e-mail to ${order.email}.`);
    const [stored, ...others] = await withdrawals(`order_id=${order.id}`);
    expect(others).to.deep.equal([]);
    const items = [{ item_id: shirts.id, quantity: 1 }];
    expect(stored).to.deep.include({ verified: true, name: 'Ada Lovelace', email: order.email, items });
    for (const page of [first, check, receipt]) expect(barriersOf(page.text)).to.deep.equal([]);
    // what is left does not stand in the way of a repetition
    fields.set(`quantity_${shirts.id}`, '2');
    fields.set('nonce', 'form_00000000000000000000000000');
    const rest = await send('/withdraw', fields);
    expect(rest.status).to.equal(422);
    expect((await sendFormOf(check)).text).to.equal(receipt.text);
    const other = formOf((await get(`/withdraw?lang=en&token=${order.client_secret}`)).text).fields;
    other.delete('item', scarf.id);
    expect((await sendFormOf(await send('/withdraw', other))).text).to.include('<dd>1 × Shirt');
    expect((await sendFormOf(check)).text).to.equal(receipt.text);
    expect(await withdrawals(`order_id=${order.id}`)).to.have.length(2);
    const texts = (await mails.mailsTo(order.email, 3)).map(({ text }) => text).join();
    expect(texts).to.include('We have received this withdrawal');
  });

  it('stores a statement once that is sent five times at once to two processes, and again later', async () => {
    const order = await guestOrder();
    const first = await get(`/withdraw?lang=en&token=${order.client_secret}`);
    const check = await sendFormOf(first);
    const { action, fields } = formOf(check.text);
    const servers = [app, second, app, second, app];
    const receipts = await Promise.all(servers.map((server) => send(action, fields, server)));
    for (const { status, text } of receipts) expect(status, text).to.equal(200);
    // the whole order is cancelled now, and nothing of it is left to withdraw from
    receipts.push(await send(action, fields));
    // back to the second step, which the browser asks for again, and again to its end
    receipts.push(await sendFormOf(await sendFormOf(first)));
    const times = receipts.map(({ text }) => /<dd>([^<]* at [^<]*)<\/dd>/.exec(text)?.[1]);
    expect(new Set(times).size).to.equal(1);
    expect(receipts.at(-1)?.text).to.include('We have received your withdrawal');
    expect(await withdrawals(`order_id=${order.id}`)).to.have.length(1);
    // a changed statement is another one
    fields.set('name', 'Ada King');
    expect((await send(action, fields)).status).to.equal(200);
    expect(await withdrawals(`order_id=${order.id}`)).to.have.length(2);
  });

  it('says the same for an order that is and one that is not', async () => {
    const order = await guestOrder();
    // what is sent already comes back, which is accepted at once
    await app.call(`/api/orders/${order.id}/fulfillments`, { method: 'POST', body: {} });
    const pairs = [
      { order_number: String(order.number), email: order.email },
      { order_number: String(order.number), email: anEmail() },
      { order_number: '77777777', email: anEmail() },
    ];
    const pages: string[] = [];
    for (const pair of pairs) {
      const check = await byNumber(pair);
      const receipt = await sendFormOf(check);
      expect(receipt.status, receipt.text).to.equal(200);
      await eventually('it is processed', async () =>
        (await ofEmail(pair.email)).every(({ reason, status }) => reason !== null || status === 'accepted'),
      );
      // also later, once it is decided
      const again = await sendFormOf(check);
      expect(again.text).to.equal(receipt.text);
      const anonymous = [check, receipt].map(({ text }) =>
        text
          .replaceAll(pair.email, 'EMAIL')
          .replaceAll(pair.order_number, 'NUMBER')
          .replace(/name="nonce" value="[^"]+"/, 'NONCE')
          .replace(/<dd>[^<]* at [\d:]+ UTC<\/dd>/, 'TIME'),
      );
      pages.push(anonymous.join());
      expect(await ofEmail(pair.email)).to.have.length(1);
    }
    expect(new Set(pages).size).to.equal(1);
    expect(await withdrawals(`order_id=${order.id}`)).to.have.length(1);
  });

  it('says at each field what is wrong, and keeps what was entered', async () => {
    const blank = await byNumber({ order_number: ' ', name: '', email: '', scope: 'part', note: '' });
    expect(blank.status).to.equal(422);
    expect(blank.text).to.include('role="alert"').and.to.include('<title>Please check');
    for (const field of ['orderNumber', 'note', 'name', 'email']) {
      expect(blank.text, field).to.include(`<li><a href="#${field}">`).and.to.include(`id="${field}_error"`);
      expect(blank.text, field).to.match(
        new RegExp(`id="${field}"[^>]*aria-describedby="[^"]*${field}_error"[^>]* aria-invalid="true"`),
      );
    }
    expect(barriersOf(blank.text)).to.deep.equal([]);
    const links = { name: 'www.bad.example', order_number: 'x'.repeat(51), email: 'ada', note: 'https://bad.example' };
    const wrong = await byNumber({ ...links, scope: 'part' });
    expect(wrong.status).to.equal(422);
    const { nonce, ...kept } = Object.fromEntries(formOf(wrong.text).fields);
    expect(nonce).to.match(/^form_/);
    expect(kept).to.deep.equal({ lang: 'en', ...links, scope: 'part' });
    expect(wrong.text.match(/<p class="error"/g)).to.have.length(4);
    const german = await byNumber({ lang: 'de', email: 'ada' });
    expect(german.text).to.include('Geben Sie eine E-Mail-Adresse wie ada@example.com an.');
    expect((await sendFormOf(wrong)).status).to.equal(422);
  });

  it('takes only items that may be withdrawn from, in their quantities', async () => {
    const order = await guestOrder({ withdrawal_exemption: 'custom_made' });
    const [shirts, scarf] = order.items;
    const first = await get(`/withdraw?lang=en&token=${order.client_secret}`);
    expect(first.text).to.include('It is made to your specifications or personalised.');
    const { fields } = formOf(first.text);
    expect(fields.getAll('item')).to.deep.equal([scarf.id]);
    for (const quantity of ['2', '0', '-1', '1.5', '', 'x', '9'.repeat(40)]) {
      const { status, text } = await sendFormOf(first, { [`quantity_${scarf.id}`]: quantity });
      expect(status, quantity).to.equal(422);
      expect(text).to.include('The quantity of Scarf can only be 1.');
      expect(formOf(text).fields.get(`quantity_${scarf.id}`)).to.equal(quantity);
      expect(barriersOf(text)).to.deep.equal([]);
    }
    const { text } = await sendFormOf(first, { item: shirts.id, [`quantity_${shirts.id}`]: '1' });
    expect(text).to.include('Choose only items of this order');
    fields.delete('item');
    expect((await send('/withdraw', fields)).text).to.include('Choose at least one item.');
    // a second step that was changed on its way
    const check = await sendFormOf(first);
    for (const changed of [{ item: (await guestOrder()).items[0].id }, { [`quantity_${scarf.id}`]: '9' }]) {
      const reply = await sendFormOf(check, changed);
      expect(reply.status, reply.text).to.equal(422);
    }
    expect(await withdrawals(`order_id=${order.id}`)).to.deep.equal([]);
  });

  it('tells what its records say of the period, and takes a statement in any case', async () => {
    const product = await createProduct(app);
    const business = await createOrder(app, {
      items: itemsOf([product]),
      email: anEmail(),
      shipping_address: BERLIN,
      tax_id: 'DE123456789',
    });
    const links = makeOrderLinks(makeEncryption(SECRET_KEY));
    const first = await get(`/withdraw?lang=en&token=${links.sign(linkedOrder(business), new Date())}`);
    expect(first.text).to.include('there is no right of withdrawal for this order');
    const receipt = await sendFormOf(await sendFormOf(first));
    expect(receipt.text).to.include('only consumers have the right of withdrawal');
    expect(await withdrawals(`order_id=${business.id}`)).to.have.length(1);
    const sent = await guestOrder();
    await app.call(`/api/orders/${sent.id}/fulfillments`, { method: 'POST', body: {} });
    const until = (await app.call(`/api/orders/${sent.id}`)).json.withdrawal.until;
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/Berlin' });
    const words = `until the end of ${day.format(new Date(Date.parse(until) - 1))}.`;
    expect((await get(`/withdraw?lang=en&token=${sent.client_secret}`)).text).to.include(words);
  });

  it('confirms by the link of a mail what was stated by number, as of then', async () => {
    const order = await guestOrder();
    const stated = await sendFormOf(await byNumber({ order_number: `#${order.number}`, email: order.email }));
    const timeOf = ({ text }: Reply) => /<dd>([^<]* at [\d:]+ UTC)<\/dd>/.exec(text)?.[1];
    let link = '';
    await eventually('the mail asks for it', async () => {
      const texts = mails.received.filter(({ to }) => to === order.email).map(({ text }) => text);
      link = texts.map((text) => /Declare the withdrawal:\n(\S+)/.exec(text)?.[1]).find(Boolean) ?? '';
      return link !== '';
    });
    const { pathname, search } = new URL(link);
    const receipt = await sendFormOf(await sendFormOf(await get(pathname + search)));
    expect(receipt.text).to.include('We have accepted your withdrawal.');
    expect(timeOf(receipt)).to.be.a('string').and.equal(timeOf(stated));
    const [stored, ...others] = await withdrawals(`order_id=${order.id}`);
    expect(others).to.deep.equal([]);
    expect(stored).to.include({ verified: true, status: 'completed' });
  });

  it('offers the form by number where a link has expired or is wrong', async () => {
    const order = await guestOrder();
    const links = makeOrderLinks(makeEncryption(SECRET_KEY));
    const expired = links.sign(linkedOrder(order), new Date(Date.now() - 31 * 24 * 3_600_000));
    for (const token of [expired, 'x', order.client_secret.slice(0, -1), 'x'.repeat(5000)]) {
      const { status, text } = await get(`/withdraw?lang=en&token=${token}`);
      expect(status).to.equal(200);
      expect(text).to.include('This link is incomplete or has expired.').and.to.include('id="orderNumber"');
      expect(text).to.not.include(order.email).and.to.not.include('name="token"');
    }
    const check = await sendFormOf(await get(`/withdraw?lang=en&token=${order.client_secret}`));
    const late = await sendFormOf(check, { token: expired });
    expect(late.status).to.equal(422);
    expect(late.text)
      .to.include('This link is incomplete or has expired.')
      .and.to.include('Enter the number of your order.');
    expect(Object.fromEntries(formOf(late.text).fields)).to.include({ name: 'Ada Lovelace', email: order.email });
  });

  it('escapes every text', async () => {
    const evil = `"'><script>alert(1)</script>`;
    const pages = [
      await get(`/withdraw?${new URLSearchParams({ lang: evil, token: evil, order_number: evil })}`),
      await byNumber({
        order_number: evil,
        name: evil,
        email: evil,
        note: evil,
        scope: 'part',
        token: evil,
        lang: evil,
      }),
      await byNumber({
        order_number: evil,
        name: evil,
        note: `</textarea>${evil}`,
        scope: evil,
        item: evil,
        nonce: evil,
      }),
      await send('/withdraw/confirm', {
        name: evil,
        order_number: evil,
        email: 'a@example.com',
        note: evil,
        scope: 'part',
      }),
    ];
    const order = await guestOrder();
    const first = await get(`/withdraw?lang=en&token=${order.client_secret}`);
    pages.push(
      await sendFormOf(first, { item: evil, name: evil, email: evil, [`quantity_${order.items[0].id}`]: evil }),
    );
    const check = await sendFormOf(first, { name: evil });
    expect(check.status).to.equal(200);
    pages.push(check, await sendFormOf(check));
    for (const { text, status } of pages) {
      expect(text, String(status)).to.not.include('<script').and.to.not.include(`"'>`);
      expect(text).to.include('</main>');
    }
    expect(pages.some(({ text }) => text.includes('&lt;script&gt;'))).to.equal(true);
    const nul = await byNumber({ name: 'A\0da' });
    expect(nul.status, nul.text).to.equal(200);
  });

  it('stores each statement once, however many name the e-mail, and mails five of them in an hour', async () => {
    const email = anEmail();
    const checks = await Promise.all(Array.from({ length: 6 }, () => byNumber({ email })));
    for (const check of checks) {
      expect((await sendFormOf(check)).status).to.equal(200);
      expect((await sendFormOf(check)).status).to.equal(200);
    }
    expect(await ofEmail(email)).to.have.length(6);
    expect(await mails.mailsTo(email, 5)).to.have.length(5);
  });

  it('says when to try again if its network sends too many', async () => {
    const limited = await startApp({ SIGN_IN_RATE_LIMIT: '1/3600' });
    const fields = { lang: 'en', order_number: '1', name: 'Ada', email: anEmail(), scope: 'whole' };
    const confirm = async () => {
      const { action, fields: sent } = formOf((await send('/withdraw', fields, limited)).text);
      return send(action, sent, limited);
    };
    expect((await confirm()).status).to.equal(200);
    const refused = await confirm();
    await limited.stop();
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 3600);
    expect(refused.text).to.match(/role="alert".*not sent yet.*Try again in \d+ minutes\./s);
    expect(refused.text).to.include('<button>Confirm withdrawal</button>');
  });

  it('shows no statement of a buyer who was erased', async () => {
    const user = await createUser(app);
    const token = await signIn(app, user);
    const product = await createProduct(app);
    const body = { items: itemsOf([product]), shipping_address: BERLIN };
    const order = (await app.call('/api/orders', { method: 'POST', body, key: token })).json;
    const links = makeOrderLinks(makeEncryption(SECRET_KEY));
    const first = await get(`/withdraw?lang=en&token=${links.sign(linkedOrder(order, user), new Date())}`);
    const check = await sendFormOf(first, { email: user.email });
    expect((await sendFormOf(check)).status).to.equal(200);
    expect((await app.call(`/api/users/${user.id}`, { method: 'DELETE' })).status).to.equal(204);
    // the link has ended with the buyer
    const after = await sendFormOf(check);
    expect(after.status).to.equal(422);
    expect(after.text).to.not.include(order.number);
    const [{ id }] = await withdrawals(`order_id=${order.id}`);
    expect((await app.call(`/api/withdrawals/${id}`)).json).to.include({ name: null, email: null });
  });

  it('refuses other bodies, and leads from the address of the second step to the first', async () => {
    const json = await app.call('/withdraw', { method: 'POST', key: null, body: { name: 'Ada' } });
    expectProblem(json, 415, 'unsupported_media_type');
    expectProblem(await byNumber({ note: 'x'.repeat(33_000) }), 413, 'payload_too_large');
    const { status, headers } = await fetch(`${app.url}/withdraw/confirm`, { redirect: 'manual' });
    expect(status).to.equal(303);
    expect(headers.get('location')).to.equal('/withdraw');
    const noNonce = await send('/withdraw/confirm', { name: 'Ada', order_number: '1', email: anEmail() });
    expect(noNonce.text).to.include('Check your withdrawal');
  });
});

onStorage(
  'memory',
  'the page for withdrawals of a shop without a mail server',
  ({ app }) => {
    it('promises no mail, and answers a flood of requests with 429', async () => {
      const fields = { lang: 'en', order_number: '1', name: 'Ada', email: 'ada@example.com' };
      const send = (at: string, body: URLSearchParams) =>
        app().call(at, { method: 'POST', key: null, headers: FORM, body: body.toString() });
      const check = await send('/withdraw', new URLSearchParams(fields));
      const { action, fields: hidden } = formOf(check.text);
      const receipt = await send(action, hidden);
      expect(receipt.status, receipt.text).to.equal(200);
      expect(receipt.text).to.include('print or save this page').and.not.include('by e-mail to');
      const opened = () => app().call('/withdraw?token=x', { key: null });
      const replies = await Promise.all(Array.from({ length: 100 }, opened));
      const last = replies.find(({ status }) => status === 429);
      expect(Number(last?.headers.get('retry-after'))).to.be.within(1, 3600);
      expect(replies.filter(({ status }) => status === 200)).to.have.length(58);
    });
  },
  { RATE_LIMIT: '60/3600' },
);
