import { expect } from 'chai';
import { makeThrottleGuest, makeThrottleGuestOrder, type Throttle } from '#adapters/http/admission/throttle.ts';
import { Actor } from '#core/shared/actor.ts';

describe('the limits of guests', () => {
  it('count a request once, however often it is prepared, and each request', async () => {
    const counted: string[] = [];
    const throttle: Throttle = async (attempt, who) => void counted.push(`${attempt} of ${who}`);
    const limit = { calls: 1, seconds: 60 };
    const [cart, order] = [makeThrottleGuest(throttle, limit), makeThrottleGuestOrder(throttle, limit)];
    const requests = [{ ...Actor.anonymous }, { ...Actor.anonymous }];
    for (const actor of [...requests, ...requests]) {
      await cart(actor, '203.0.113.1');
      await order(actor, { address: '203.0.113.1', email: 'A@example.com' });
    }
    const once = [
      'guest cart of address 203.0.113.1',
      'guest order of address 203.0.113.1',
      'guest order of e-mail a@example.com',
    ];
    expect(counted).to.deep.equal([...once, ...once]);
  });
});
