import { expect } from 'chai';
import type { Discount } from '#core/pricing/discount.ts';
import { makePricingCache, type PricingCache } from '#core/pricing/pricing-cache.ts';
import type { Change } from '#core/shared/signals.ts';
import { clockAtNoon } from '../../support/builders/builders.ts';
import { aDiscount } from '../../support/builders/pricing-builders.ts';

describe('the pricing cache', () => {
  let stored: Map<string | null, Discount>;
  let reads: string[][];
  let cache: PricingCache;
  let announce: (change: Change) => void;

  beforeEach(() => {
    stored = new Map();
    reads = [];
    cache = makePricingCache({
      queries: {
        tables: async () => ({ taxRates: [], shippingMethods: [], automaticDiscounts: [...stored.values()] }),
        findDiscounts: async (codes) => {
          reads.push([...codes]);
          return codes.map((code) => stored.get(code)).filter((discount) => discount !== undefined);
        },
      },
      changes: {
        subscribe: (listener) => {
          announce = listener;
        },
      },
      systemClock: clockAtNoon(),
    });
  });

  const store = (code: string): Discount => {
    const discount = aDiscount({ code });
    stored.set(code, discount);
    return discount;
  };

  it('reads each code once, and unknown codes every time', async () => {
    const [a, b] = [store('A'), store('B')];
    expect(await cache.findDiscounts(['A', 'X', 'A'])).to.deep.equal([a]);
    expect(await cache.findDiscounts(['B', 'A', 'X'])).to.deep.equal([a, b]);
    expect(await cache.findDiscounts(['B', 'A'])).to.deep.equal([a, b]);
    expect(reads).to.deep.equal([
      ['A', 'X'],
      ['B', 'X'],
    ]);
  });

  it('reads everything again after a change', async () => {
    store('A');
    await cache.findDiscounts(['A']);
    expect((await cache.tables()).automaticDiscounts).to.have.length(1);
    stored.delete('A');
    expect(await cache.findDiscounts(['A'])).to.have.length(1);
    announce({ kind: 'changed', id: 'dsc_1' });
    expect(await cache.findDiscounts(['A'])).to.deep.equal([]);
    expect((await cache.tables()).automaticDiscounts).to.deep.equal([]);
  });

  it('keeps the thousand codes that were used last', async () => {
    for (let index = 0; index < 1000; index += 1) {
      store(`C${index}`);
      await cache.findDiscounts([`C${index}`]);
    }
    await cache.findDiscounts(['C0']);
    store('LATER');
    await cache.findDiscounts(['LATER']);
    reads.length = 0;
    await cache.findDiscounts(['C0', 'C1', 'C2']);
    expect(reads).to.deep.equal([['C1']]);
  });
});
