import { expect } from 'chai';
import { type ApiKey, apiKeyView } from '#core/access/api-key.ts';
import { makeAnnounceExpiringKeys } from '#core/access/use-cases/announce-expiring-keys.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { type Access, openAccess } from './access-under-test.ts';

const DAY = 24 * 3600;

describe('announceExpiringKeys', () => {
  let access: Access;

  beforeEach(async () => {
    access = await openAccess();
  });

  const announce = () => makeAnnounceExpiringKeys(access)();
  const create = async (expiresAt: Date | null): Promise<ApiKey> =>
    (await access.create(access.asOwner, { name: 'till', expiresAt })).key;
  const eventTypesOf = async ({ id }: ApiKey) => (await access.eventsOf(id)).map(({ type }) => type);

  it('announces a key that expires within seven days, as the API shows it', async () => {
    const key = await create(noonPlus(7 * DAY));
    access.clock.advance(1);
    expect(await announce()).to.equal(1);
    const [event, ...others] = await access.eventsOf(key.id);
    expect(event).to.deep.include({
      type: 'api_key.expiring',
      resourceVersion: 1,
      data: apiKeyView(key),
      previous: {},
      occurredAt: noonPlus(1),
    });
    expect(JSON.stringify(event)).to.not.include(key.hash);
    expect(others).to.deep.equal([]);
  });

  it('announces a key once', async () => {
    const key = await create(noonPlus(DAY));
    expect([await announce(), await announce()]).to.deep.equal([1, 0]);
    access.clock.advance(3600);
    expect(await announce()).to.equal(0);
    expect(await eventTypesOf(key)).to.deep.equal(['api_key.expiring']);
  });

  it('skips keys that expire later, never, or are already expired or revoked', async () => {
    const quiet = [await create(noonPlus(8 * DAY)), await create(null), await create(noonPlus(60))];
    const revoked = await create(noonPlus(DAY));
    await access.revoke(access.asOwner, { id: revoked.id, expected: undefined });
    access.clock.advance(60);
    expect(await announce()).to.equal(0);
    for (const key of [...quiet, revoked]) expect(await eventTypesOf(key)).to.deep.equal([]);
  });

  it('announces a later key when its time comes', async () => {
    const key = await create(noonPlus(8 * DAY));
    expect(await announce()).to.equal(0);
    access.clock.advance(DAY + 1);
    expect(await announce()).to.equal(1);
    expect(await eventTypesOf(key)).to.deep.equal(['api_key.expiring']);
  });

  it('skips a rotated key and announces its successor', async () => {
    const old = await create(noonPlus(DAY));
    const fresh = await access.rotate(access.asOwner, { id: old.id, overlapSeconds: 3600 });
    expect(await announce()).to.equal(1);
    expect([await eventTypesOf(old), await eventTypesOf(fresh.key)]).to.deep.equal([[], ['api_key.expiring']]);
  });

  it('handles a hundred keys at a time', async () => {
    for (let index = 0; index < 101; index += 1) await create(noonPlus(DAY));
    expect([await announce(), await announce(), await announce()]).to.deep.equal([100, 1, 0]);
  });
});
