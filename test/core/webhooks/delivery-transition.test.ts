import { expect } from 'chai';
import { transitionsAfter } from '#core/webhooks/delivery-outcome.ts';
import { noonPlus } from '../../support/builders/builders.ts';

describe('the transitions of a delivery', () => {
  it('mark it as succeeded in any state, since the receiver has the event', () => {
    const succeeded = { status: 'succeeded', nextAttemptAt: null };
    expect(transitionsAfter({ kind: 'succeeded' })).to.deep.equal({
      due: succeeded,
      blocked: succeeded,
      ended: succeeded,
    });
  });

  it('fail it after the last attempt, unless it has ended', () => {
    const failed = { status: 'failed', nextAttemptAt: null };
    expect(transitionsAfter({ kind: 'failed' })).to.deep.equal({ due: failed, blocked: failed, ended: 'unchanged' });
  });

  it('schedule a retry only while it is due', () => {
    expect(transitionsAfter({ kind: 'retry', at: noonPlus(5) })).to.deep.equal({
      due: { status: 'pending', nextAttemptAt: noonPlus(5) },
      blocked: 'unchanged',
      ended: 'unchanged',
    });
  });
});
