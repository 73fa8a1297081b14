import { expect } from 'chai';
import {
  createKey,
  createOrder,
  createProduct,
  createUser,
  itemsOf,
  orderStep,
  patchProduct,
  posted,
  signIn,
  stockOf,
} from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { barriersOf, describedBy, filledForm, formOf } from '../../support/html-form.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { makeVisitor } from '../../support/servers/visitor.ts';

const ADDRESS = {
  shipping_name: 'Ada Lovelace',
  shipping_line1: 'Torstr. 1',
  shipping_postal_code: '10115',
  shipping_city: 'Berlin',
  shipping_country: 'DE',
};

const TERMS = 'https://shop.example/terms';

const SETTINGS = {
  TERMS_PAGE_URL: TERMS,
  MAX_UNPAID_GUEST_ORDERS_PER_ADDRESS: '1000',
  STORE_CURRENCY: 'EUR',
  TEST_CLOCK: 'true',
};

let guests = 0;

const someEmail = (): string => {
  guests += 1;
  return `page-guest-${guests}@example.com`;
};

for (const storage of ['memory', 'postgres'] as const) {
  onStorage(
    storage,
    'the page of a checkout',
    ({ app }) => {
      let key: string;
      let methods: { id: string }[];

      before(async () => {
        key = (await createKey(app(), { kind: 'publishable', allowed_origins: ['https://shop.example'] })).key;
        const method = (name: string, price: number) =>
          posted(app(), '/api/shipping_methods', { name, tiers: [{ up_to: null, price }], countries: ['DE'] });
        methods = [await method('Express', 12), await method('Standard', 5)];
        await posted(app(), '/api/discounts', { name: 'Sale', kind: 'percent', percent: 10, code: 'TEN' });
        const first = { name: 'First', kind: 'percent', percent: 10, code: 'FIRST', first_order: true };
        await posted(app(), '/api/discounts', first);
      });

      type Checkout = Reply['json'] & Readonly<{ id: string; path: string; product: { id: string } }>;

      /** A checkout of two shirts for 40, and its page. */
      const aCheckout = async (fields: object = {}, product: object = {}, caller = key): Promise<Checkout> => {
        const shirt = await createProduct(app(), { name: 'Shirt <XL>', price: 20, stock: 100, ...product });
        const body = { items: itemsOf([shirt], 2), ...fields };
        const { json, status, text } = await app().call('/api/checkouts', { method: 'POST', key: caller, body });
        expect(status, text).to.equal(201);
        return { ...json, product: shirt, path: new URL(json.url).pathname };
      };
      const visitor = () => makeVisitor(app().url);
      const open = async ({ path }: { path: string }, language = 'en'): Promise<string> =>
        (await visitor().request(`${path}?lang=${language}`)).html;
      const send = (checkout: { path: string }, html: string, changes: Readonly<Record<string, string>>) =>
        visitor().request(checkout.path, filledForm(html, changes));
      const stored = async ({ id }: { id: string }) => (await app().call(`/api/checkouts/${id}`)).json;
      const guest = () => ({ email: someEmail(), ...ADDRESS });
      /** The page with an address, a way of delivery and a total. */
      const filled = async (checkout: Checkout, changes: Readonly<Record<string, string>> = {}): Promise<string> => {
        const saved = await send(checkout, await open(checkout), { ...guest(), ...changes, action: 'update' });
        expect(saved.status, saved.html).to.equal(303);
        return open(checkout);
      };
      const place = (checkout: Checkout, html: string, changes: Readonly<Record<string, string>> = {}) =>
        send(checkout, html, { terms: '1', action: 'place', ...changes });

      it('shows what is ordered, without a script, and lets no cache or frame near it', async () => {
        const checkout = await aCheckout({ return_url: 'https://shop.example/cart' });
        const { status, headers, html } = await visitor().request(`${checkout.path}?lang=en`);
        expect(status).to.equal(200);
        expect(html).to.include('Shirt &lt;XL&gt;').and.include('40.00 EUR').and.include('Germany');
        expect(html).to.include(`href="${TERMS}"`).and.include('href="https://shop.example/cart"');
        expect(html).to.not.include('<script').and.not.include('value="place"');
        expect(barriersOf(html)).to.deep.equal([]);
        expect(headers.get('cache-control')).to.equal('no-store');
        expect(headers.get('referrer-policy')).to.equal('no-referrer');
        expect(headers.get('set-cookie')).to.equal(null);
        const policy = headers.get('content-security-policy') ?? '';
        for (const rule of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
          expect(policy).to.include(rule);
        expect(policy).to.not.include('script-src');
        expect(await open(checkout, 'de'))
          .to.include('Kasse')
          .and.include('Deutschland');
        expect((await stored(checkout)).version).to.equal(checkout.version);
      });

      it('saves what is entered, and chooses the cheapest delivery until the buyer chooses another', async () => {
        const checkout = await aCheckout();
        const html = await filled(checkout, { note: 'Ring\r\ntwice', new_code: 'TEN' });
        expect(html).to.include('Standard').and.include('Place order and pay 41.00 EUR');
        expect(describedBy(html, 'shipping_method_0')).to.equal('12.00 EUR');
        expect(await stored(checkout)).to.deep.include({
          shipping_method_id: methods[1]?.id,
          note: 'Ring\ntwice',
          discount_codes: ['TEN'],
        });
        const { status } = await send(checkout, html, { shipping_method: methods[0]?.id ?? '', action: 'update' });
        expect(status).to.equal(303);
        const express = await open(checkout);
        expect(express).to.include('Place order and pay 48.00 EUR');
        expect(await open(checkout, 'de')).to.include('>Zahlungspflichtig bestellen<');
        // without its code, and elsewhere, where nothing is delivered
        const fields = filledForm(express, { shipping_country: 'FR' });
        fields.delete('code');
        expect((await visitor().request(checkout.path, fields)).status).to.equal(303);
        expect(await stored(checkout)).to.deep.include({ shipping_method_id: null, discount_codes: [] });
        const UNSHIPPABLE = 'There is no shipping method for this address and these items.';
        expect(await open(checkout))
          .to.include(UNSHIPPABLE)
          .and.not.include('value="place"');
        const refused = await place(checkout, express, { shipping_country: 'FR' });
        expect(refused.html).to.include(`<a href="#shipping_method">${UNSHIPPABLE}</a>`);
        expect(refused.html.split(`>${UNSHIPPABLE}</p>`)).to.have.length(2);
        expect(await open(checkout, 'de')).to.include('Für diese Adresse und diese Artikel gibt es keine Versandart.');
      });

      it('places the order of a guest, who pays on the page of its payment and comes back', async () => {
        const checkout = await aCheckout({ return_url: 'https://shop.example/thanks' });
        const placed = await place(checkout, await filled(checkout));
        expect(placed.status, placed.html).to.equal(303);
        const pay = placed.headers.get('location') ?? '';
        expect(pay).to.match(/^\/pay\/cpp_[^?]+\?lang=en$/);
        const { order, status } = await stored(checkout);
        expect([order.total, status]).to.deep.equal([45, 'in_progress']);
        const waiting = await open(checkout);
        expect(waiting).to.include(`Order ${order.number}`).and.include(`href="${pay}"`).and.not.include('<form');
        const { html } = await visitor().request(pay);
        const paid = await visitor().visit(
          pay.split('?')[0] ?? '',
          filledForm(html, { choice: 'sandbox:tok_success' }),
        );
        // whoever has the link may pay, and nothing else
        expect(paid.html).to.include('href="https://shop.example/thanks"').and.not.include('/checkout/');
        const thanks = await visitor().request(`${checkout.path}?lang=en`);
        expect(thanks.html).to.include('Thank you for your order').and.include('45.00 EUR');
        expect(thanks.html).to.include('href="https://shop.example/thanks"');
        expect(barriersOf(thanks.html)).to.deep.equal([]);
        for (const secret of ['Ada', 'Torstr']) expect(thanks.html).to.not.include(secret);
      });

      it('leads on to the payment of an order that was declined, waits at a bank, or whose link was deactivated', async () => {
        const pays = async (checkout: Checkout): Promise<string> => {
          const html = await open(checkout);
          expect(html).to.include('It is not paid yet.').and.include('value="pay"');
          expect(barriersOf(html)).to.deep.equal([]);
          const [first, second] = await Promise.all([
            send(checkout, html, { action: 'pay' }),
            send(checkout, html, { action: 'pay' }),
          ]);
          const address = first.headers.get('location') ?? '';
          expect(address, first.html).to.match(/^\/pay\/cpp_[^?]+\?lang=en$/);
          expect(second.headers.get('location')).to.equal(address);
          expect(await open(checkout))
            .to.include(`href="${address}"`)
            .and.not.include('<form');
          return address;
        };
        const ready = { email: someEmail(), shipping_address: { line1: 'Torstr. 1', country: 'DE' } };
        const completed = async (token: string): Promise<Checkout> => {
          const fields = { ...ready, shipping_method_id: methods[1]?.id, accepted: { terms: true } };
          const checkout = await aCheckout(fields);
          const body = { payment_method: { token } };
          await app().call(`/api/checkouts/${checkout.id}/complete`, { method: 'POST', body });
          return checkout;
        };
        await pays(await completed('tok_declined'));
        const atBank = await visitor().request(await pays(await completed('tok_requires_action')));
        expect(atBank.html).to.include('Continue at your bank');
        const linked = await aCheckout();
        const first = (await place(linked, await filled(linked))).headers.get('location');
        const { order_id } = await stored(linked);
        const links = (await app().call(`/api/payment_links?order_id=${order_id}`)).json.data;
        await posted(app(), `/api/payment_links/${links[0].id}/deactivate`);
        expect(await pays(linked)).to.not.equal(first);
      });

      it('makes no link for an order that was cancelled meanwhile', async () => {
        const checkout = await aCheckout();
        await place(checkout, await filled(checkout));
        const { order_id } = await stored(checkout);
        const links = async () => (await app().call(`/api/payment_links?order_id=${order_id}`)).json.data;
        await posted(app(), `/api/payment_links/${(await links())[0].id}/deactivate`);
        const html = await open(checkout);
        await orderStep(app(), order_id, 'cancel');
        const late = await send(checkout, html, { action: 'pay' });
        expect(late.headers.get('location')).to.equal(`${checkout.path}?lang=en`);
        expect(await links()).to.have.length(1);
      });

      it('leads back to the shop from no other link of its order', async () => {
        const checkout = await aCheckout({ return_url: 'https://shop.example/thanks' });
        await place(checkout, await filled(checkout));
        const { order_id } = await stored(checkout);
        const { pathname } = new URL((await posted(app(), '/api/payment_links', { order_id })).url);
        const { html } = await visitor().request(pathname);
        const paid = await visitor().visit(pathname, filledForm(html, { choice: 'sandbox:tok_success' }));
        expect(paid.html).to.include('it is paid').and.not.include('/thanks');
      });

      it('places one order, whatever is sent at once', async () => {
        const checkout = await aCheckout();
        const html = await filled(checkout);
        const replies = await Promise.all(Array.from({ length: 4 }, () => place(checkout, html)));
        const places = replies.map(({ status, headers }) => `${status} ${headers.get('location')}`);
        expect(new Set(places)).to.have.length(1);
        expect(places[0]).to.include('303 /pay/');
        expect(await stockOf(app(), checkout.product)).to.equal(98);
      });

      it('says that another checkout has ordered its cart', async () => {
        const shirt = await createProduct(app(), { price: 20, stock: 100 });
        const cart = await posted(app(), '/api/carts', { items: itemsOf([shirt], 2) });
        const ofCart = async (): Promise<Checkout> => {
          const made = await posted(app(), '/api/checkouts', { cart_id: cart.id });
          return { ...made, product: shirt, path: new URL(made.url).pathname };
        };
        const [first, second] = [await ofCart(), await ofCart()];
        const html = await filled(second);
        expect((await place(first, await filled(first))).status).to.equal(303);
        const refused = await place(second, html);
        expect(refused.status).to.equal(409);
        expect(refused.html).to.include('was already ordered in another window');
        expect(await open(second)).to.include('was already ordered in another window');
        expect(await stockOf(app(), shirt)).to.equal(98);
      });

      it('says at the fields what is missing, and loses nothing that was entered', async () => {
        const checkout = await aCheckout();
        const html = await filled(checkout);
        const changes = {
          email: 'ada@',
          shipping_line1: '',
          shipping_phone: 'none',
          other_billing: '1',
          note: 'Hello',
        };
        const refused = await send(checkout, html, { ...changes, action: 'place' });
        expect(refused.status).to.equal(422);
        expect(barriersOf(refused.html)).to.deep.equal([]);
        const ids = [...refused.html.matchAll(/ id="([^"]+)"[^>]* aria-invalid="true"/g)].map(([, id]) => id);
        expect(ids).to.have.members([
          ...['email', 'shipping_line1', 'shipping_phone', 'terms'],
          ...['name', 'line1', 'postal_code', 'city', 'country'].map((part) => `billing_${part}`),
        ]);
        const { fields } = formOf(refused.html);
        for (const [name, value] of Object.entries(changes)) expect(fields.get(name), name).to.equal(value);
        // what is right is saved
        expect(await stored(checkout)).to.include({ note: 'Hello', order_id: null });
        const German = await send(checkout, html, { ...changes, lang: 'de', action: 'place' });
        expect(German.html).to.include('Geben Sie Straße und Hausnummer an.');
      });

      it('orders nothing if the total has changed, and orders at the total that it shows then', async () => {
        const checkout = await aCheckout();
        const html = await filled(checkout);
        await patchProduct(app(), checkout.product.id, { price: 30 });
        const refused = await place(checkout, html);
        expect(refused.status).to.equal(409);
        expect(refused.html).to.include('The total is 65.00 EUR now, and nothing was ordered.');
        const change = describedBy(refused.html, `quantity_${checkout.product.id}`);
        expect(change).to.equal('It cost 20.00 EUR, and costs 30.00 EUR now.');
        expect((await stored(checkout)).order_id).to.equal(null);
        for (const total of ['', '-1', '65.001', 'x']) {
          expect((await place(checkout, refused.html, { total })).status, total).to.be.oneOf([409, 422]);
        }
        expect((await place(checkout, refused.html)).status).to.equal(303);
        expect((await stored(checkout)).order.total).to.equal(65);
      });

      it('leaves out what is no longer sold, and says what is short', async () => {
        const mug = await createProduct(app(), { name: 'Mug', price: 10, stock: 5 });
        const shirt = await createProduct(app(), { name: 'Coat', price: 20, stock: 100 });
        const checkout = await aCheckout({ items: [...itemsOf([shirt], 1), ...itemsOf([mug], 3)] });
        const before = await filled(checkout);
        await patchProduct(app(), shirt.id, { status: 'archived' });
        await patchProduct(app(), mug.id, { stock: 2 });
        const refused = await place(checkout, before);
        expect(refused.status).to.equal(422);
        expect(refused.html).to.include('Some items are no longer sold.');
        expect(describedBy(refused.html, `quantity_${mug.id}`)).to.include('There is less of it in stock.');
        const fewer = await send(checkout, refused.html, { [`quantity_${mug.id}`]: '2', action: 'update' });
        expect(fewer.status).to.equal(303);
        expect((await stored(checkout)).items).to.deep.equal([{ product_id: mug.id, quantity: 2 }]);
        expect((await place(checkout, await open(checkout))).status).to.equal(303);
      });

      it('removes an item by a quantity of 0, and has nothing to order without any', async () => {
        const checkout = await aCheckout();
        const html = await open(checkout);
        const field = `quantity_${checkout.product.id}`;
        for (const quantity of ['', '-1', '1.5', '10001']) {
          expect((await send(checkout, html, { [field]: quantity })).status, quantity).to.equal(422);
        }
        expect((await send(checkout, html, { [field]: '0' })).status).to.equal(303);
        expect(await open(checkout))
          .to.include('There is nothing to order.')
          .and.not.include('<form');
      });

      it('says why a code does not apply, and what depends on former orders only where one is placed', async () => {
        const checkout = await aCheckout();
        const email = someEmail();
        await createOrder(app(), { items: itemsOf([checkout.product]), email });
        const html = await filled(checkout, { email, new_code: 'NOPE' });
        expect(html).to.include('NOPE is not a valid discount code of this shop.');
        expect(await open(checkout, 'de')).to.include('NOPE ist kein gültiger Rabattcode dieses Shops.');
        expect((await place(checkout, html)).html).to.include('Nothing is ordered yet');
        const fields = filledForm(html, { new_code: 'FIRST', terms: '1' });
        fields.delete('code');
        await visitor().request(checkout.path, fields);
        // who has ordered before is told only where the order is placed
        const refused = await place(checkout, await open(checkout));
        expect(refused.status).to.equal(422);
        expect(refused.html).to.include('FIRST applies to a first order only.');
      });

      it('orders at the price for who has ordered before, once it has said that', async () => {
        const welcome = { name: 'Welcome', kind: 'percent', percent: 50, first_order: true };
        const discount = await posted(app(), '/api/discounts', welcome);
        const email = someEmail();
        await createOrder(app(), { email });
        const checkout = await aCheckout();
        const html = await filled(checkout, { email });
        expect(html).to.include('Place order and pay 25.00 EUR');
        expect((await place(checkout, html, { total: '1' })).html).to.include('Place order and pay 25.00 EUR');
        const refused = await place(checkout, html);
        expect(refused.status).to.equal(409);
        expect(refused.html).to.include('The total is 45.00 EUR now').and.not.include('Welcome');
        expect((await place(checkout, refused.html)).status).to.equal(303);
        expect((await stored(checkout)).order.total).to.equal(45);
        await app().call(`/api/discounts/${discount.id}`, { method: 'DELETE' });
      });

      it('asks for what must be accepted, and shows the instruction of the shop', async () => {
        await app().call('/api/shop', { method: 'PATCH', body: { withdrawal_notice: 'You have 14 days.' } });
        const checkout = await aCheckout({}, { withdrawal_exemption: 'digital_content' });
        const html = await filled(checkout);
        expect(html).to.include('You have 14 days.').and.include('id="waiver"');
        const refused = await place(checkout, html);
        expect(refused.html).to.include('Agree to this to order services or digital content.');
        expect((await place(checkout, refused.html, { waiver: '1' })).status).to.equal(303);
        const { accepted } = await stored(checkout);
        expect(accepted.terms).to.be.a('string');
        expect(accepted.withdrawal_waiver).to.be.a('string');
      });

      it('says when the right of withdrawal from services, and from digital content, ends', async () => {
        const [service, file] = [
          await createProduct(app(), { withdrawal_exemption: 'service' }),
          await createProduct(app(), { withdrawal_exemption: 'digital_content' }),
        ];
        const performed = 'lose my right of withdrawal once they are fully performed.';
        const supplied = 'lose my right of withdrawal when it begins.';
        const checkout = await aCheckout({ items: itemsOf([service]) });
        expect(await open(checkout))
          .to.include(performed)
          .and.not.include(supplied);
        const both = await aCheckout({ items: [...itemsOf([service]), ...itemsOf([file])] });
        expect(await open(both))
          .to.include(performed)
          .and.include(supplied);
        expect(await open(both, 'de'))
          .to.include('mein Widerrufsrecht erlischt, sobald sie vollständig erbracht sind.')
          .and.include('mein Widerrufsrecht mit diesem Beginn erlischt.');
      });

      it('keeps the phone number of the billing address, which it does not ask for', async () => {
        const billing_address = { name: 'Ada', line1: 'Allee 1', country: 'DE', phone: '+49 30 1234567' };
        const checkout = await aCheckout({ billing_address });
        await filled(checkout, { billing_line1: 'Allee 2' });
        expect((await stored(checkout)).billing_address).to.include({ ...billing_address, line1: 'Allee 2' });
      });

      it('takes the tax id of a business, and says what is wrong with it', async () => {
        const checkout = await aCheckout();
        const refused = await send(checkout, await open(checkout), { ...guest(), tax_id: 'DE1' });
        expect(refused.status).to.equal(422);
        expect(refused.html).to.include('<details open>').and.include('id="tax_id_error"');
        await filled(checkout, { tax_id: 'DE136695976' });
        expect((await stored(checkout)).tax_id).to.equal('DE136695976');
      });

      it('orders for the account of a customer, whose e-mail it shows', async () => {
        const user = await createUser(app());
        const checkout = await aCheckout({}, {}, await signIn(app(), user));
        const html = await open(checkout);
        expect(html).to.include(user.email).and.not.include('name="email"');
        const saved = await send(checkout, html, ADDRESS);
        expect(saved.status, saved.html).to.equal(303);
        expect((await place(checkout, await open(checkout))).status).to.equal(303);
        const { order_id } = await stored(checkout);
        const order = (await app().call(`/api/orders/${order_id}`)).json;
        expect(order).to.include({ user_id: user.id, email: user.email });
      });

      it('says that it is cancelled, with its order too, and that a free order is complete', async () => {
        const [cancelled, ordered] = [await aCheckout(), await aCheckout()];
        const html = await filled(cancelled);
        await app().call(`/api/checkouts/${cancelled.id}/cancel`, { method: 'POST' });
        await place(ordered, await filled(ordered));
        await orderStep(app(), (await stored(ordered)).order_id, 'cancel');
        for (const [checkout, text] of [
          [cancelled, 'This checkout was cancelled'],
          [ordered, 'Your order was cancelled'],
        ] as const) {
          const late = await place(checkout, html);
          expect(late.headers.get('location')).to.equal(`${checkout.path}?lang=en`);
          expect(await open(checkout))
            .to.include(text)
            .and.not.include('<form');
        }
        expect(await open(cancelled)).to.include('Nothing was ordered.');
        const { order } = await stored(ordered);
        expect(await open(ordered))
          .to.include(`Order ${order.number}`)
          .and.not.include('othing was ordered');
        expect(await open(ordered, 'de')).to.include('Ihre Bestellung wurde storniert');
        await posted(app(), '/api/discounts', {
          name: 'Gift',
          kind: 'percent',
          percent: 100,
          code: 'GIFT',
          combinable: true,
        });
        await posted(app(), '/api/discounts', { name: 'Free', kind: 'free_shipping', code: 'SHIP', combinable: true });
        const free = await aCheckout({ discount_codes: ['GIFT', 'SHIP'] });
        const page = await filled(free);
        expect(page).to.include('>Place order<');
        const placed = await place(free, page);
        expect(placed.headers.get('location')).to.equal(`${free.path}?lang=en`);
        expect(await open(free)).to.include('Thank you for your order');
      });

      it('says whether what has expired is the checkout or its order', async () => {
        const [early, ordered] = [await aCheckout(), await aCheckout()];
        await place(ordered, await filled(ordered));
        await advanceClock(app(), 24 * 3_600);
        expect(await open(early))
          .to.include('This checkout has expired')
          .and.include('Nothing was ordered.');
        expect(await open(ordered))
          .to.include('Your order has expired')
          .and.include('It was not paid in time');
      });

      it('is no page for other tokens, and takes no form of another site', async () => {
        const checkout = await aCheckout();
        const token = checkout.path.slice('/checkout/'.length);
        for (const other of ['cpx_x', token.slice(0, -1), `${token.slice(0, -22)}${'A'.repeat(22)}`]) {
          const { status, html } = await visitor().request(`/checkout/${other}?lang=en`);
          expect(status).to.equal(404);
          expect(html).to.include('There is no such page');
        }
        const body = filledForm(await open(checkout), { note: 'changed' }).toString();
        for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }]) {
          const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
          const options = { method: 'POST', key: null, body, headers: { ...type, ...headers } };
          expectProblem(await app().call(checkout.path, options), 403, 'forbidden');
        }
        expect((await stored(checkout)).note).to.equal(null);
      });
    },
    SETTINGS,
  );

  onStorage(storage, 'the page of a checkout of a shop that ships nothing', ({ app }) => {
    it('orders without an address, and forgets no country that is chosen alone, which may have another tax', async () => {
      await app().call('/api/shop', { method: 'PATCH', body: { address: { line1: 'Torstr. 9', country: 'DE' } } });
      const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
      const body = { items: itemsOf([await createProduct(app())]), email: someEmail() };
      const { json } = await app().call('/api/checkouts', { method: 'POST', key, body });
      const { pathname } = new URL(json.url);
      const visitor = makeVisitor(app().url);
      const { html } = await visitor.request(`${pathname}?lang=en`);
      for (const action of ['update', 'place']) {
        const chosen = await visitor.request(pathname, filledForm(html, { shipping_country: 'AT', action }));
        expect(chosen.status).to.equal(422);
        expect(chosen.html).to.include('<option value="AT" selected>').and.include('Enter the street and number.');
        expect(chosen.html).to.match(/<input id="shipping_line1"[^>]* required/);
      }
      const placed = await visitor.request(pathname, filledForm(html, { action: 'place' }));
      expect(placed.headers.get('location'), placed.html).to.match(/^\/pay\//);
      const { order_id } = (await app().call(`/api/checkouts/${json.id}`)).json;
      expect((await app().call(`/api/orders/${order_id}`)).json.shipping_address).to.equal(null);
    });
  });

  onStorage(
    storage,
    'the limits of the page of a checkout',
    ({ app }) => {
      it('refuse unknown codes beyond a number, and keep what was entered', async () => {
        const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: ['https://shop.example'] });
        const body = { items: itemsOf([await createProduct(app())]) };
        const { json } = await app().call('/api/checkouts', { method: 'POST', key, body });
        const { pathname } = new URL(json.url);
        const sendCode = async (new_code: string) => {
          const { html } = await makeVisitor(app().url).request(`${pathname}?lang=en`);
          const fields = filledForm(html, { new_code, note: 'Hello' });
          fields.delete('code');
          return makeVisitor(app().url).request(pathname, fields);
        };
        for (const code of ['A', 'B']) expect((await sendCode(code)).status).to.equal(303);
        const refused = await sendCode('C');
        expect(refused.status).to.equal(429);
        expect(refused.headers.get('retry-after')).to.match(/^\d+$/);
        expect(refused.html).to.include('too many attempts').and.include('value="C"').and.include('Hello');
      });
    },
    {},
    { constants: { discountCodeRateLimit: { calls: 2, seconds: 3600 } } },
  );
}
