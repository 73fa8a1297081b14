import { expect } from 'chai';
import { type EndpointFailures, failuresAfter, summarizeFailures } from '#core/webhooks/endpoint-failures.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { aResult, FAILED } from '../../support/builders/webhook-builders.ts';

const DAYS = 24 * 3600;

/** Results at these seconds: failures below zero. */
const failuresFrom = (before: EndpointFailures, ...seconds: readonly number[]): EndpointFailures => {
  const results = seconds.map((second) =>
    aResult({ id: ids.next('dlv') }, second < 0 ? FAILED : undefined, { at: noonPlus(Math.abs(second)) }),
  );
  return failuresAfter(before, summarizeFailures(results));
};

const NONE: EndpointFailures = { failingSince: null, lastFailedAt: null };

const failing = (since: number, last: number): EndpointFailures => ({
  failingSince: noonPlus(since),
  lastFailedAt: noonPlus(last),
});

describe('the failures of an endpoint', () => {
  it('start with the first failure and keep its time', () => {
    expect(failuresFrom(NONE, -5, -3, -4)).to.deep.equal(failing(3, 5));
    expect(failuresFrom(failing(3, 5), -6)).to.deep.equal(failing(3, 6));
    expect(failuresFrom(failing(3, 5))).to.deep.equal(failing(3, 5));
  });

  it('end with a success and start again after it', () => {
    expect(failuresFrom(failing(3, 5), 7)).to.deep.equal({ failingSince: null, lastFailedAt: noonPlus(5) });
    expect(failuresFrom(failing(3, 5), -6, 7, -9, -8)).to.deep.equal(failing(8, 9));
  });

  it('ignore a success from before the first failure', () => {
    expect(failuresFrom(failing(10, 10), 8)).to.deep.equal(failing(10, 10));
    expect(failuresFrom(failing(10, 10), 8, -9)).to.deep.equal(failing(9, 10));
  });

  it('start again after two days without a failure', () => {
    expect(failuresFrom(failing(1, 1), -(1 + 2 * DAYS))).to.deep.equal(failing(1, 1 + 2 * DAYS));
    expect(failuresFrom(failing(1, 1), -(1.001 + 2 * DAYS))).to.deep.equal(failing(1.001 + 2 * DAYS, 1.001 + 2 * DAYS));
  });
});
