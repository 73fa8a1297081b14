import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { parseConfig } from '#composition/parse-config.ts';
import { sandboxRestriction } from '#composition/sandbox-access.ts';
import { StartError } from '#composition/start-error.ts';

const TEST = { name: 'stripe', isLive: false };
const LIVE = { name: 'paper', isLive: true };

const restriction = (settings: Record<string, string>, gateways: Parameters<typeof sandboxRestriction>[1] = [TEST]) =>
  sandboxRestriction(parseConfig(settings), gateways);

const PRODUCTION = { NODE_ENV: 'production', SECRET_KEY: randomBytes(32).toString('base64'), STORAGE: 'memory' };
const REMOTE = { HOST: '192.0.2.1', PUBLIC_URL: 'https://shop.example' };

describe('the sandbox', () => {
  it('serves customers on a developer’s machine', () => {
    for (const settings of [{}, { HOST: 'localhost' }, { HOST: '::1' }, { STRIPE_SECRET_KEY: 'sk_test_1' }]) {
      expect(restriction(settings), JSON.stringify(settings)).to.equal(undefined);
    }
  });

  it('requires payments:write where other machines reach the service, and in production, unless it is a demo', () => {
    const demo = { SANDBOX_FOR_CUSTOMERS: 'true' };
    expect(restriction(REMOTE)).to.equal('other machines reach HOST 192.0.2.1');
    expect(restriction({ ...REMOTE, ...demo })).to.equal(undefined);
    expect(restriction(PRODUCTION)).to.equal('NODE_ENV is production');
    expect(restriction({ ...PRODUCTION, ...demo })).to.equal(undefined);
  });

  it('requires payments:write beside a live key or a gateway that says it is live, also for a demo', () => {
    for (const [settings, gateways, reason] of [
      [{ STRIPE_SECRET_KEY: 'sk_live_1' }, [TEST], 'STRIPE_SECRET_KEY is a live key'],
      [{ STRIPE_SECRET_KEY: 'rk_live_1' }, [], 'STRIPE_SECRET_KEY is a live key'],
      [{}, [TEST, LIVE], 'the gateway paper moves real money'],
    ] as const) {
      expect(restriction(settings, gateways)).to.equal(reason);
      const start = () => restriction({ ...settings, SANDBOX_FOR_CUSTOMERS: 'true' }, gateways);
      expect(start).to.throw(StartError, `SANDBOX_FOR_CUSTOMERS must be false: ${reason}, and the sandbox moves none.`);
    }
  });
});
