import { expect } from 'chai';
import {
  type TimelineEntry,
  type TimelinePage,
  withEarlier,
  withNewest,
} from '../../src/dashboard/screens/orders/timeline.ts';

/** A page with entries of these numbers. */
const page = (numbers: readonly number[], next: string | null = null): TimelinePage => ({
  entries: numbers.map((number) => ({ id: `evt_${number}` }) as TimelineEntry),
  names: new Map(numbers.map((number) => [`usr_${number}`, `Actor ${number}`])),
  next,
});

describe('the timeline of an order', () => {
  const loaded = withEarlier(page([4, 3], 'after-3'), page([2, 1]));

  it('has earlier entries after those that were loaded', () => {
    expect(loaded).to.deep.equal(page([4, 3, 2, 1]));
  });

  it('keeps earlier entries when the first page is read again', () => {
    expect(withNewest(loaded, page([5, 4], 'after-4'))).to.deep.equal(page([5, 4, 3, 2, 1]));
  });

  it('begins anew if entries may be missing between the pages', () => {
    const first = page([9, 8], 'after-8');
    expect(withNewest(loaded, first)).to.equal(first);
  });
});
