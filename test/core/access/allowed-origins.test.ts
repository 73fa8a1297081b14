import { expect } from 'chai';
import sinon from 'sinon';
import { makeAllowedOrigins } from '#core/access/allowed-origins.ts';
import type { CredentialChange } from '#core/access/ports.ts';
import { clockAtNoon, ids } from '../../support/builders/builders.ts';

const SHOP = 'https://shop.example';

/** The cache over stored origins, with scripted changes. */
const aSubject = (stored: Set<string>) => {
  const listeners: ((change: CredentialChange) => void)[] = [];
  const clock = clockAtNoon();
  const read = sinon.spy(async (): Promise<readonly string[]> => [...stored]);
  const credentials = { allowedOrigins: read };
  const changes = { subscribe: (listener: (change: CredentialChange) => void) => void listeners.push(listener) };
  const report = (change: CredentialChange): void => {
    for (const listener of listeners) listener(change);
  };
  return {
    origins: makeAllowedOrigins({ credentials, changes, systemClock: clock }),
    credentials,
    read,
    clock,
    report,
  };
};

describe('the allowed origins', () => {
  it('are read once for many requests at a time', async () => {
    const { origins, read } = aSubject(new Set([SHOP]));
    expect(await Promise.all([origins.has(SHOP), origins.has(`${SHOP}.evil.example`)])).to.deep.equal([true, false]);
    expect(await origins.has(SHOP)).to.equal(true);
    expect(read.callCount).to.equal(1);
  });

  it('are read again after a change of a key or a user, and not of a session', async () => {
    const stored = new Set<string>();
    const { origins, read, report } = aSubject(stored);
    expect(await origins.has(SHOP)).to.equal(false);
    stored.add(SHOP);
    report({ kind: 'changed', id: ids.next('ses') });
    expect(await origins.has(SHOP)).to.equal(false);
    for (const id of [ids.next('key'), ids.next('usr')]) {
      report({ kind: 'changed', id });
      expect(await origins.has(SHOP)).to.equal(true);
    }
    report({ kind: 'disconnected' });
    expect(await origins.has(SHOP)).to.equal(true);
    expect(read.callCount).to.equal(4);
  });

  it('are read again after a minute, since keys expire', async () => {
    const stored = new Set([SHOP]);
    const { origins, clock } = aSubject(stored);
    expect(await origins.has(SHOP)).to.equal(true);
    stored.clear();
    clock.advance(59.999);
    expect(await origins.has(SHOP)).to.equal(true);
    clock.advance(0.001);
    expect(await origins.has(SHOP)).to.equal(false);
  });

  it('are those read last while the storage cannot be reached', async () => {
    const { origins, credentials, report } = aSubject(new Set([SHOP]));
    const { allowedOrigins } = credentials;
    expect(await origins.has(SHOP)).to.equal(true);
    credentials.allowedOrigins = sinon.spy(async () => {
      throw new Error('no connection');
    });
    report({ kind: 'disconnected' });
    expect(await origins.has(SHOP)).to.equal(true);
    credentials.allowedOrigins = allowedOrigins;
    expect(await origins.has(SHOP)).to.equal(true);
  });
});
