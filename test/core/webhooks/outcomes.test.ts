import { expect } from 'chai';
import { ATTEMPT_ERRORS } from '#core/webhooks/delivery.ts';
import { outcomeOf, RetrySchedule } from '#core/webhooks/delivery-outcome.ts';
import type { WebhookResponse } from '#core/webhooks/ports.ts';
import { reasonToDisable } from '#core/webhooks/steps/record-results.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';
import { aDelivery, anAttempt, anEndpoint, aResult, FAILED } from '../../support/builders/webhook-builders.ts';

const SCHEDULE = [5_000, 300_000];
const DAY = 86_400;

describe('the retry schedule', () => {
  const delayAfter = (attemptCount: number, retryAfterMs: number | null = null, chance = 0): number | undefined =>
    RetrySchedule.delayAfter(SCHEDULE, { attemptCount, retryAfterMs, random: () => chance });

  it('gives the delay after each attempt, and none after the last', () => {
    expect([1, 2, 3, 4].map((attemptCount) => delayAfter(attemptCount))).to.deep.equal([
      5_000,
      300_000,
      undefined,
      undefined,
    ]);
  });

  it('adds up to a fifth of random jitter and never shortens a delay', () => {
    expect(delayAfter(1, null, 0.5)).to.equal(5_500);
    expect(delayAfter(1, null, 1 - Number.EPSILON)).to.be.within(5_999, 6_000);
  });

  it('honours Retry-After when it is longer than the delay', () => {
    expect(delayAfter(1, 60_000)).to.equal(60_000);
    expect(delayAfter(1, 60_000, 0.5)).to.equal(66_000);
    expect(delayAfter(1, 1_000)).to.equal(5_000);
    expect(delayAfter(2, 0)).to.equal(300_000);
  });

  it('caps Retry-After at a day, without more attempts', () => {
    expect(delayAfter(1, 1e12)).to.equal(DAY * 1000);
    expect(delayAfter(3, 60_000)).to.equal(undefined);
  });
});

describe('the outcome of an attempt', () => {
  const outcome = (overrides: Partial<WebhookResponse>, attemptCount = 0) =>
    outcomeOf(
      { attemptCount },
      { ...anAttempt(), retryAfterMs: null, ...overrides },
      { schedule: SCHEDULE, random: () => 0, at: NOON },
    );
  const RETRY = { kind: 'retry', at: noonPlus(5) };

  it('is success for any 2xx', () => {
    for (const status of [200, 201, 202, 204, 226, 299])
      expect(outcome({ status })).to.deep.equal({ kind: 'succeeded' });
  });

  it('is a retry for any other status, redirects included', () => {
    for (const status of [199, 300, 301, 302, 304, 307, 308, 400, 401, 404, 409, 429, 500, 503, 599]) {
      expect(outcome({ status }), `${status}`).to.deep.equal(RETRY);
    }
  });

  it('is a retry without a response', () => {
    for (const error of ATTEMPT_ERRORS) {
      expect(outcome({ error, status: null, body: null }), error).to.deep.equal(RETRY);
    }
  });

  it('is failure after the last attempt, and at once after 410', () => {
    expect(outcome({ status: 500 }, 1)).to.deep.equal({ kind: 'retry', at: noonPlus(300) });
    expect(outcome({ status: 500 }, 2)).to.deep.equal(FAILED);
    expect(outcome({ status: 410, retryAfterMs: 1 })).to.deep.equal(FAILED);
    expect(outcome({ status: 200 }, 2)).to.deep.equal({ kind: 'succeeded' });
  });

  it('is a retry at the time of Retry-After', () => {
    expect(outcome({ status: 429, retryAfterMs: 20_000 })).to.deep.equal({ kind: 'retry', at: noonPlus(20) });
  });
});

describe('an endpoint', () => {
  const endpoint = anEndpoint();
  const failed = aResult(aDelivery(endpoint), FAILED);
  const reason = (days: number, overrides: Partial<Parameters<typeof reasonToDisable>[2]> = {}, enabledAt = NOON) =>
    reasonToDisable({ enabledAt }, [failed], { failingSince: NOON, at: noonPlus(days * DAY), ...overrides });

  it('is disabled after failing for five days', () => {
    expect(reason(5)).to.equal('failing');
    expect(reason(5 - 1 / DAY)).to.equal(undefined);
    expect(reason(50, { failingSince: null })).to.equal(undefined);
  });

  it('is not disabled by failures that precede its activation', () => {
    expect(reason(9, {}, noonPlus(5 * DAY))).to.equal(undefined);
    expect(reason(10, {}, noonPlus(5 * DAY))).to.equal('failing');
  });

  it('is disabled by one 410 among many results', () => {
    const result410 = aResult(aDelivery(endpoint), FAILED, { status: 410 });
    const results = [aResult(aDelivery(endpoint)), result410, failed];
    expect(reasonToDisable(endpoint, results, { failingSince: null, at: NOON })).to.equal('gone');
  });
});
