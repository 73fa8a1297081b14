import { expect } from 'chai';
import { ATTEMPT_ERRORS } from '#core/webhooks/delivery.ts';
import { outcomeOf } from '#core/webhooks/outcome-of.ts';
import { reasonToDisable } from '#core/webhooks/reason-to-disable.ts';
import { RetrySchedule } from '#core/webhooks/retry-schedule.ts';
import type { WebhookResponse } from '#core/webhooks/webhook-sender.ts';
import { NOON, noonPlus } from '../../support/builders.ts';
import { aDelivery, anAttempt, anEndpoint, aResult, FAILED } from '../../support/webhook-builders.ts';

const SCHEDULE = [5_000, 300_000];
const DAY = 86_400;

describe('a schedule of retries', () => {
  const pauseAfter = (tries: number, retryAfterMs: number | null = null, chance = 0): number | undefined =>
    RetrySchedule.pauseAfter(SCHEDULE, { tries, retryAfterMs, random: () => chance });

  it('gives the pause after each try, and none after the last', () => {
    expect([1, 2, 3, 4].map((tries) => pauseAfter(tries))).to.deep.equal([5_000, 300_000, undefined, undefined]);
  });

  it('makes a pause up to a fifth longer by chance, and never shorter', () => {
    expect(pauseAfter(1, null, 0.5)).to.equal(5_500);
    expect(pauseAfter(1, null, 1 - Number.EPSILON)).to.be.within(5_999, 6_000);
  });

  it('leaves a receiver alone as long as it asks for, but no shorter than planned', () => {
    expect(pauseAfter(1, 60_000)).to.equal(60_000);
    expect(pauseAfter(1, 60_000, 0.5)).to.equal(66_000);
    expect(pauseAfter(1, 1_000)).to.equal(5_000);
    expect(pauseAfter(2, 0)).to.equal(300_000);
  });

  it('leaves nobody alone for longer than a day, and tries no more often because it was asked to wait', () => {
    expect(pauseAfter(1, 1e12)).to.equal(DAY * 1000);
    expect(pauseAfter(3, 60_000)).to.equal(undefined);
  });
});

describe('what becomes of a delivery', () => {
  const outcome = (given: Partial<WebhookResponse>, tries = 0) =>
    outcomeOf(
      { tries },
      { ...anAttempt(), retryAfterMs: null, ...given },
      { schedule: SCHEDULE, random: () => 0, at: NOON },
    );
  const RETRY = { kind: 'retry', at: noonPlus(5) };

  it('is success by any 2xx', () => {
    for (const status of [200, 201, 202, 204, 226, 299])
      expect(outcome({ status })).to.deep.equal({ kind: 'succeeded' });
  });

  it('is another try by any other status, redirects too', () => {
    for (const status of [199, 300, 301, 302, 304, 307, 308, 400, 401, 404, 409, 429, 500, 503, 599]) {
      expect(outcome({ status }), `${status}`).to.deep.equal(RETRY);
    }
  });

  it('is another try where no answer came', () => {
    for (const error of ATTEMPT_ERRORS) {
      expect(outcome({ error, status: null, body: null }), error).to.deep.equal(RETRY);
    }
  });

  it('is the end after the last try, and by 410 at once', () => {
    expect(outcome({ status: 500 }, 1)).to.deep.equal({ kind: 'retry', at: noonPlus(300) });
    expect(outcome({ status: 500 }, 2)).to.deep.equal(FAILED);
    expect(outcome({ status: 410, retryAfterMs: 1 })).to.deep.equal(FAILED);
    expect(outcome({ status: 200 }, 2)).to.deep.equal({ kind: 'succeeded' });
  });

  it('is another try when the receiver asks for it', () => {
    expect(outcome({ status: 429, retryAfterMs: 20_000 })).to.deep.equal({ kind: 'retry', at: noonPlus(20) });
  });
});

describe('an endpoint is disabled', () => {
  const endpoint = anEndpoint();
  const failed = aResult(aDelivery(endpoint), FAILED);
  const reason = (days: number, given: Partial<Parameters<typeof reasonToDisable>[2]> = {}, enabledAt = NOON) =>
    reasonToDisable({ enabledAt }, [failed], { failingSince: NOON, at: noonPlus(days * DAY), ...given });

  it('by five days of failures', () => {
    expect(reason(5)).to.equal('failing');
    expect(reason(5 - 1 / DAY)).to.equal(undefined);
    expect(reason(50, { failingSince: null })).to.equal(undefined);
  });

  it('not by failures from before it was enabled', () => {
    expect(reason(9, {}, noonPlus(5 * DAY))).to.equal(undefined);
    expect(reason(10, {}, noonPlus(5 * DAY))).to.equal('failing');
  });

  it('by one that says it is gone among many', () => {
    const gone = aResult(aDelivery(endpoint), FAILED, { status: 410 });
    const results = [aResult(aDelivery(endpoint)), gone, failed];
    expect(reasonToDisable(endpoint, results, { failingSince: null, at: NOON })).to.equal('gone');
  });
});
