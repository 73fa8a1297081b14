import { expect } from 'chai';
import {
  createKey,
  createPlan,
  createProduct,
  createSubscription,
  createUser,
  itemsOf,
  signIn,
} from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

type Json = Reply['json'];

const SETTINGS = { TRUST_PROXY: 'true', MAX_UNPAID_GUEST_ORDERS_PER_EMAIL: '1000' };

onService(
  'a discount code that a visitor guesses',
  ({ app }) => {
    let items: object[];
    let key: string;
    let networks = 0;

    const aNetwork = (): string => {
      networks += 1;
      return `198.51.100.${networks}`;
    };
    const discount = async (fields: object): Promise<void> => {
      const body = { name: 'Sale', kind: 'percent', percent: 10, ...fields };
      expect((await app().call('/api/discounts', { method: 'POST', body })).status).to.equal(201);
    };
    type Trying = Readonly<{ by?: string; address?: string; query?: string; body?: object }>;
    const tryCodes = (codes: readonly string[], options: Trying = {}): Promise<Reply> => {
      const { by = key, address = aNetwork(), query = '?dry_run=true' } = options;
      const body = { items, discount_codes: codes, ...options.body };
      const headers = { 'X-Forwarded-For': address };
      return app().call(`/api/orders${query}`, { method: 'POST', key: by, body, headers });
    };
    const guesses = (count: number, prefix = 'GUESS') =>
      Array.from({ length: count }, (_, index) => `${prefix}${index}`);

    before(async () => {
      key = (await createKey(app(), { kind: 'publishable', allowed_origins: [] })).key;
      items = itemsOf([await createProduct(app(), { price: 10 })]);
      await discount({ code: 'RIGHT' });
      await discount({ code: 'LATE', valid_to: '2026-01-01T00:00:00Z' });
      await discount({ code: 'EARLY', valid_from: '2999-01-01T00:00:00Z', first_order: true, max_uses: 1 });
      await discount({ code: 'OFF', active: false });
      await discount({ code: 'MUCH', min_total: 100 });
    });

    it('tells a code that is not in force from an unknown one to the staff only', async () => {
      const codes = ['LATE', 'EARLY', 'OFF', 'NONE', 'MUCH'];
      const { json } = await tryCodes(codes);
      const unknown = { reason: 'unknown', message: 'is not a valid discount code of this shop' };
      expect(json.refused_discount_codes).to.deep.equal([
        ...['LATE', 'EARLY', 'OFF', 'NONE'].map((code) => ({ code, ...unknown })),
        { code: 'MUCH', reason: 'total_too_low', message: 'applies to at least 100.00 USD of its items' },
      ]);
      expect(json).to.not.have.property('refused_discounts');
      const placed = expectProblem(
        await tryCodes(codes, { query: '', body: { email: 'guest@example.com' } }),
        422,
        'validation_failed',
      );
      expect(placed.errors.map(({ code }: Json) => code)).to.deep.equal([
        ...['LATE', 'EARLY', 'OFF', 'NONE'].map(() => 'discount.unknown'),
        'discount.total_too_low',
      ]);
      const byStaff = await tryCodes(codes, { by: app().ownerKey, body: { anonymous: true } });
      expect(byStaff.json.refused_discounts.map(({ reason }: Json) => reason)).to.deep.equal([
        'expired',
        'not_started',
        'inactive',
      ]);
    });

    it('is refused with every other after too many unknown ones from a network', async () => {
      const address = aNetwork();
      for (let time = 0; time < 3; time += 1) expect((await tryCodes(guesses(4), { address })).status).to.equal(201);
      expect((await tryCodes(['RIGHT'], { address })).status).to.equal(201);
      expect((await tryCodes(guesses(1, 'LAST'), { address })).status).to.equal(201);
      // neither a right code nor a wrong one is told from now on, and the codes of before still are
      for (const code of ['RIGHT', 'WRONG']) {
        const reply = await tryCodes([code], { address });
        expectProblem(reply, 429, 'rate_limited');
        expect(Number(reply.headers.get('retry-after'))).to.be.above(0);
      }
      expect((await tryCodes(guesses(4), { address })).status).to.equal(201);
      expect((await tryCodes([], { address })).status).to.equal(201);
      expect((await tryCodes(['RIGHT'])).status).to.equal(201);
    });

    it('is counted when the request fails for another reason, which tells by the total whether it is right', async () => {
      const address = aNetwork();
      const wrongTotal = { expected_total: 0.01 };
      expectProblem(await tryCodes(guesses(4), { address, body: wrongTotal }), 409, 'total_changed');
      expectProblem(
        await tryCodes(guesses(1, 'NEXT'), { address, body: { expected_total: 0.001 } }),
        422,
        'validation_failed',
      );
      expectProblem(await tryCodes(['RIGHT'], { address, body: wrongTotal }), 429, 'rate_limited');
    });

    it('is refused for a customer from wherever, in orders and subscriptions, and not for the staff', async () => {
      const by = await signIn(app(), await createUser(app()));
      const order = (code: string) => tryCodes([code], { by, query: '' });
      for (const code of guesses(3)) expectProblem(await order(code), 422, 'validation_failed');
      const { id: plan } = await createPlan(app());
      const subscribe = (code: string) =>
        app().call('/api/subscriptions?dry_run=true', {
          method: 'POST',
          key: by,
          body: { plan_id: plan, discount_codes: [code], payment_method: { token: 'tok_success' } },
          headers: { 'X-Forwarded-For': aNetwork() },
        });
      const statuses: number[] = [];
      for (const code of guesses(4, 'SUB')) statuses.push((await subscribe(code)).status);
      expect(statuses).to.deep.equal([422, 422, 429, 429]);
      expectProblem(await order('RIGHT'), 429, 'rate_limited');
      for (let time = 0; time < 3; time += 1) {
        const reply = await tryCodes(guesses(4, `S${time}`), { by: app().ownerKey, body: { anonymous: true } });
        expect(reply.status).to.equal(201);
      }
    });

    it('is counted for each of the codes of a refused subscription, which names them', async () => {
      const { id: plan } = await createPlan(app());
      const owner = await createUser(app());
      const subscription = await createSubscription(app(), { user_id: owner.id });
      const creating = { method: 'POST', at: '/api/subscriptions?dry_run=true', body: { plan_id: plan } };
      const changing = { method: 'PATCH', at: `/api/subscriptions/${subscription.id}?dry_run=true`, body: {} };
      for (const [{ method, at, body }, user] of [
        [creating, await createUser(app())],
        [changing, owner],
      ] as const) {
        const by = await signIn(app(), user);
        const send = (codes: readonly string[]) =>
          app().call(at, {
            ...{ method, key: by, headers: { 'X-Forwarded-For': aNetwork() } },
            body: { ...body, discount_codes: codes },
          });
        const refused = expectProblem(await send(['right', ...guesses(3, method)]), 422, 'validation_failed');
        expect(errorPathsOf(refused)).to.deep.equal([1, 2, 3].map((index) => `/discount_codes/${index}`));
        expectProblem(await send(guesses(2, `${method}-MORE`)), 422, 'validation_failed');
        // five are counted, the last two among them, whose request is let in again
        expectProblem(await send(['NEXT']), 429, 'rate_limited');
        expectProblem(await send(guesses(3, method)), 422, 'validation_failed');
      }
    });

    it('is not tried more often by requests at once', async () => {
      const address = aNetwork();
      const replies = await Promise.all(guesses(20, 'AT').map((code) => tryCodes([code], { address })));
      expect(replies.filter(({ status }) => status === 201)).to.have.length(5);
    });
  },
  SETTINGS,
  { constants: { discountCodeRateLimit: { calls: 5, seconds: 3_600 } } },
);
