import { expect } from 'chai';
import { makeSignInThrottle } from '#adapters/http/admission/sign-in-throttle.ts';
import { makeThrottle } from '#adapters/http/admission/throttle.ts';
import { MemoryRateLimiter } from '#adapters/memory/rate-limits/rate-limiter.ts';
import { clockAtNoon } from '../../support/builders/builders.ts';

describe('the limit of sign-ins', () => {
  it('is higher for all networks together, and spares those with an earlier success', async () => {
    const rateLimiter = new MemoryRateLimiter(clockAtNoon());
    const deps = { rateLimiter, signInLimit: { calls: 10, seconds: 60 }, digest: (text: string) => text };
    const { attempt, succeeded } = makeSignInThrottle({ ...deps, throttle: makeThrottle(deps) });
    const email = 'owner@example.com';
    await attempt(email, '192.0.2.7');
    await succeeded(email, '192.0.2.7');
    for (let network = 0; network < 99; network += 1) await attempt(email, `10.${network}.0.1`);
    const refused = await attempt(email.toUpperCase(), '198.19.0.1').catch((error: Error) => error);
    expect(refused).to.include({ status: 429, code: 'rate_limited' });
    await attempt(email, '192.0.2.99');
    await attempt('another@example.com', '198.19.0.1');
  });

  it('counts the networks that one household may have together', async () => {
    const rateLimiter = new MemoryRateLimiter(clockAtNoon());
    const deps = { rateLimiter, signInLimit: { calls: 10, seconds: 60 }, digest: (text: string) => text };
    const { attempt } = makeSignInThrottle({ ...deps, throttle: makeThrottle(deps) });
    const from = (network: number) => attempt(`${network}@example.com`, `2001:db8:0:${network.toString(16)}::1`);
    for (let network = 0; network < 10; network += 1) await from(network);
    expect(await from(255).catch((error: Error) => error)).to.include({ status: 429, code: 'rate_limited' });
    await from(256);
  });
});
