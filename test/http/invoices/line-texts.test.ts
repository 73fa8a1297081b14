import { expect } from 'chai';
import {
  createOrder,
  createPayment,
  createPlan,
  createProduct,
  createSubscription,
  createUser,
  itemsOf,
  posted,
} from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { onService } from '../../support/servers/on-service.ts';

type Lines = Readonly<{ lines: readonly Readonly<{ description: string }>[] }>;

const described = ({ lines }: Lines): string[] => lines.map(({ description }) => description);

onService(
  'lines of documents',
  ({ app }) => {
    const post = (at: string, body: object = {}) => posted(app(), at, body);
    const read = async (at: string) => (await app().call(at)).json;

    for (const [language, texts] of [
      [
        'en',
        {
          shipping: 'Shipping: Standard',
          goodwill: 'Goodwill for invoice',
          correction: 'Correction of invoice',
          refund: 'Refund of invoice',
          setup: 'Team: setup',
          usage: 'Team: usage',
          unused: 'Team: unused time',
          remaining: 'Team: remaining time',
        },
      ],
      [
        'de',
        {
          shipping: 'Versand: Standard',
          goodwill: 'Kulanz zur Rechnung',
          correction: 'Korrektur der Rechnung',
          refund: 'Erstattung zur Rechnung',
          setup: 'Team: Einrichtung',
          usage: 'Team: Verbrauch',
          unused: 'Team: nicht genutzte Zeit',
          remaining: 'Team: restliche Zeit',
        },
      ],
    ] as const) {
      describe(`in ${language}`, () => {
        before(async () => {
          const reply = await app().call('/api/shop/rules', { method: 'PATCH', body: { mail_language: language } });
          expect(reply.status, reply.text).to.equal(200);
        });

        it('name the shipping of an order, and what a credit note is for', async () => {
          const { id: method } = await post('/api/shipping_methods', {
            name: 'Standard',
            countries: ['DE'],
            tiers: [{ up_to: null, price: 4.9 }],
          });
          const items = itemsOf([await createProduct(app(), { name: 'Book', price: 100 })]);
          const address = { line1: '1 Main St', city: 'Berlin', country: 'DE' };
          const order = await createOrder(app(), { items, shipping_address: address, shipping_method_id: method });
          await createPayment(app(), order.id);
          const draft = await post('/api/invoices', { order_id: order.id });
          expect(described(draft)).to.deep.equal(['Book', texts.shipping]);
          const invoice = await post(`/api/invoices/${draft.id}/finalize`);
          expect(described(invoice)).to.deep.equal(['Book', texts.shipping]);
          await post(`/api/orders/${order.id}/cancel`);
          const [note] = (await read(`/api/credit_notes?invoice_id=${invoice.id}`)).data;
          expect(described(note)).to.deep.equal([`${texts.refund} ${invoice.number}`]);
        });

        it('name the reason of a credit note, or have its note', async () => {
          const { id: user_id } = await createUser(app());
          const draft = await post('/api/invoices', { user_id, lines: [{ description: 'Advice', unit_price: 100 }] });
          const { id, number } = await post(`/api/invoices/${draft.id}/finalize`);
          for (const reason of ['goodwill', 'correction'] as const) {
            const note = await post('/api/credit_notes', { invoice_id: id, amount: 1, reason });
            expect(described(note)).to.deep.equal([`${texts[reason]} ${number}`]);
          }
          const explained = await post('/api/credit_notes', { invoice_id: id, amount: 1, note: 'One hour less' });
          expect(described(explained)).to.deep.equal(['One hour less']);
        });

        it('name what a subscription is billed for', async () => {
          const plan = await createPlan(app(), { setup_amount: 5 });
          const subscription = await createSubscription(app(), { plan_id: plan.id });
          await app().call(`/api/subscriptions/${subscription.id}`, { method: 'PATCH', body: { quantity: 5 } });
          const metered = await createPlan(app(), { amount: 1, usage: 'sum' });
          const { id } = await createSubscription(app(), { plan_id: metered.id });
          await post('/api/usage_records', { records: [{ subscription_id: id, key: 'a', quantity: 1 }] });
          await advanceClock(app(), 32 * 86_400);
          const [renewed, first] = (await read(`/api/invoices?subscription_id=${subscription.id}`)).data;
          expect(described(first)).to.deep.equal([texts.setup, 'Team']);
          expect(described(renewed)).to.deep.equal([texts.unused, texts.remaining, 'Team']);
          const [used] = (await read(`/api/invoices?subscription_id=${id}`)).data;
          expect(described(used)).to.deep.equal([texts.usage]);
        });
      });
    }
  },
  { TEST_CLOCK: 'true' },
);
