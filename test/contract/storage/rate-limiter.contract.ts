import { expect } from 'chai';
import type { RateLimiter } from '#core/shared/rate-limiter.ts';

/** An unused rate limiter with what the suite needs. */
export type RateLimiterUnderTest = Readonly<{
  rateLimiter: RateLimiter;
  /** Lets time pass for the limiter. */
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
}>;

/** So slow that no call is refilled during a test. */
const SLOW = { calls: 10, seconds: 36_000 };

export const rateLimiterContract = (name: string, open: () => Promise<RateLimiterUnderTest>): void => {
  describe(`RateLimiter on ${name}`, () => {
    let subject: RateLimiterUnderTest;

    before(async () => {
      subject = await open();
    });
    after(() => subject.close());

    it('allows a burst of exactly the limit and counts down', async () => {
      for (let left = 9; left >= 0; left -= 1) {
        const decision = await subject.rateLimiter.take('burst', SLOW);
        expect(decision).to.include({ allowed: true, remaining: left, retrySeconds: 0 });
        expect(decision.resetSeconds).to.be.within(3600 * (10 - left) - 60, 3600 * (10 - left));
      }
      for (let time = 0; time < 3; time += 1) {
        const decision = await subject.rateLimiter.take('burst', SLOW);
        expect(decision).to.include({ allowed: false, remaining: 0 });
        expect(decision.retrySeconds).to.be.within(3540, 3600);
        expect(decision.resetSeconds).to.be.within(35_940, 36_000);
      }
    });

    it('tells without counting whether a call is within the limit', async () => {
      const peek = () => subject.rateLimiter.peek('peeked', SLOW);
      for (let time = 0; time < 20; time += 1) expect(await peek()).to.include({ allowed: true, remaining: 10 });
      for (let left = 9; left >= 0; left -= 1) {
        expect(await peek()).to.include({ allowed: true, remaining: left + 1, retrySeconds: 0 });
        await subject.rateLimiter.take('peeked', SLOW);
      }
      const refused = await peek();
      expect(refused).to.include({ allowed: false, remaining: 0 });
      expect(refused.retrySeconds).to.be.within(3540, 3600);
    });

    it('counts each key separately', async () => {
      for (let time = 0; time < 11; time += 1) await subject.rateLimiter.take('one', SLOW);
      expect(await subject.rateLimiter.take('other', SLOW)).to.include({ allowed: true, remaining: 9 });
      expect(await subject.rateLimiter.take('One', SLOW)).to.include({ allowed: true, remaining: 9 });
    });

    it('allows one call for a limit of one', async () => {
      const limit = { calls: 1, seconds: 36_000 };
      expect(await subject.rateLimiter.take('single', limit)).to.include({ allowed: true, remaining: 0 });
      expect(await subject.rateLimiter.take('single', limit)).to.include({ allowed: false });
    });

    it('allows exactly the limit of concurrent calls', async () => {
      const limit = { calls: 40, seconds: 36_000 };
      const takes = Array.from({ length: 100 }, async () => subject.rateLimiter.take('at once', limit));
      const decisions = await Promise.all(takes);
      expect(decisions.filter(({ allowed }) => allowed)).to.have.length(40);
      for (const { allowed, retrySeconds } of decisions) {
        if (!allowed) expect(retrySeconds).to.be.at.least(1);
      }
    });

    it('allows a call again at the announced time', async () => {
      const limit = { calls: 2, seconds: 2 };
      let decision = await subject.rateLimiter.take('patient', limit);
      for (let time = 0; decision.allowed && time < 100; time += 1) {
        decision = await subject.rateLimiter.take('patient', limit);
      }
      expect(decision).to.include({ allowed: false, retrySeconds: 1 });
      await subject.pass(decision.retrySeconds);
      expect(await subject.rateLimiter.take('patient', limit)).to.include({ allowed: true });
    });
  });
};

/** The additional contract of rate limiters shared by processes. */
export const sharedRateLimiterContract = (
  name: string,
  open: () => Promise<readonly [RateLimiterUnderTest, RateLimiterUnderTest]>,
): void => {
  it(`allows exactly the limit to two processes on one ${name} together`, async () => {
    const subjects = await open();
    const limit = { calls: 40, seconds: 36_000 };
    const takes = Array.from({ length: 50 }, () =>
      subjects.map(async ({ rateLimiter }) => rateLimiter.take('us', limit)),
    );
    const decisions = await Promise.all(takes.flat());
    for (const subject of subjects) await subject.close();
    expect(decisions.filter(({ allowed }) => allowed)).to.have.length(40);
  });
};
