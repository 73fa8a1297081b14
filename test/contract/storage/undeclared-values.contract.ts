import { expect } from 'chai';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import type { Scope } from '#core/access/scope.ts';
import { makeRotateKey } from '#core/access/use-cases/rotate-key.ts';
import type { Id } from '#core/shared/id.ts';
import { makeChangeUser } from '#core/users/use-cases/change-user.ts';
import { makeRevokeKey } from '#core/users/use-cases/revoke-key.ts';
import { User } from '#core/users/user.ts';
import { makeEventBodies } from '#core/webhooks/event-bodies.ts';
import { makeChangeEndpoint } from '#core/webhooks/use-cases/change-endpoint.ts';
import { makeWebhookPublisher } from '#core/webhooks/webhook-publisher.ts';
import { aKey, anActor, aUser, clockAtNoon, ids } from '../../support/builders/builders.ts';
import { withCredential } from '../../support/builders/credentials.ts';
import { aFeedEvent } from '../../support/builders/feed-events.ts';
import { anEndpoint } from '../../support/builders/webhook-builders.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from './storage-under-test.ts';

/** Stored scopes, the second of which no capability declares. */
const STORED_SCOPES = ['orders:read', 'returns:write'] as readonly string[] as readonly Scope[];

/** Stored patterns whose types no capability declares. */
const STORED_PATTERNS = ['return.*', 'return.created'];

const ANY_VERSION = undefined;

/** Scopes and types of events of a capability that is not installed: stored, and without effect. */
export const undeclaredValuesContract = (name: string, open: OpenStorage): void => {
  describe(`values that no capability declares, on ${name}`, () => {
    const storage = useStorage(open);
    describe('as scopes of a key', () => keyContract(storage));
    describe('as permissions of a user', () => userContract(storage));
    describe('as patterns of a webhook', () => endpointContract(storage));
  });
};

const clock = clockAtNoon();
const deps = { clock, systemClock: clock, ids, tokens: bearerTokens };

const addUser = async ({ unitOfWork }: StorageUnderTest, overrides: Partial<User>): Promise<User> => {
  const user = aUser(overrides);
  await unitOfWork.run((tx) => tx.users.add(user));
  return user;
};

const keyDeps = ({ unitOfWork }: StorageUnderTest) => ({
  ...deps,
  unitOfWork,
  passwords: UNUSED,
  secondFactors: UNUSED,
});

const keyContract = (storage: () => StorageUnderTest): void => {
  const addKey = async (role: User['role'] = 'owner') => {
    const user = await addUser(storage(), { role });
    const { key } = aKey(user, { scopes: STORED_SCOPES });
    await storage().unitOfWork.run((tx) => tx.apiKeys.add(key));
    return { user, key };
  };
  const shownScopes = async (id: Id<'key'>) =>
    JSON.parse((await storage().accessQueries.findKey(id))?.view ?? '{}').scopes;

  it('are stored and shown, and grant nothing', async () => {
    const { key } = await addKey();
    expect((await storage().unitOfWork.run((tx) => tx.apiKeys.get(key.id))).scopes).to.deep.equal(STORED_SCOPES);
    expect(await shownScopes(key.id)).to.deep.equal(STORED_SCOPES);
    const credential = await storage().credentialQueries.findByHash(key.hash);
    expect([...(credential?.actor.scopes ?? [])]).to.deep.equal(['orders:read']);
  });

  it('stay on the key that replaces it, if a session rotates it', async () => {
    const { user, key } = await addKey('admin');
    const rotate = makeRotateKey(keyDeps(storage()));
    const actor = await withCredential(storage().unitOfWork, anActor(user));
    const { key: next } = await storage().unitOfWork.run(await rotate(actor, { id: key.id, overlapSeconds: 0 }));
    expect(await shownScopes(next.id)).to.deep.equal(STORED_SCOPES);
  });

  it('are not passed on by a key that does not hold them', async () => {
    const { user, key } = await addKey();
    const actor = { ...anActor(user, ['orders:read', 'keys:write']), kind: 'api_key' as const, credentialId: key.id };
    const rotate = makeRotateKey(keyDeps(storage()));
    const { key: next } = await storage().unitOfWork.run(await rotate(actor, { id: key.id, overlapSeconds: 0 }));
    expect(await shownScopes(next.id)).to.deep.equal(['orders:read']);
  });

  it('do not keep others from revoking it', async () => {
    const { key } = await addKey();
    const admin = anActor(await addUser(storage(), { role: 'admin' }));
    await storage().unitOfWork.run(makeRevokeKey(deps)(admin, { id: key.id, expected: ANY_VERSION }));
    expect((await storage().unitOfWork.run((tx) => tx.apiKeys.get(key.id))).revokedAt).to.not.equal(null);
  });
};

const userContract = (storage: () => StorageUnderTest): void => {
  it('are stored and shown, and grant nothing', async () => {
    const user = await addUser(storage(), { role: 'customer', permissions: STORED_SCOPES });
    const view = JSON.parse((await storage().userQueries.find(user.id))?.view ?? '{}');
    expect(view.permissions).to.deep.equal(STORED_SCOPES);
    expect([...User.scopes(user)]).to.deep.equal(['orders:read']);
  });

  it('stay when another field is changed, also by an admin', async () => {
    const user = await addUser(storage(), { role: 'customer', permissions: STORED_SCOPES });
    const admin = anActor(await addUser(storage(), { role: 'admin' }));
    const { unitOfWork } = storage();
    const change = makeChangeUser({
      unitOfWork,
      clock,
      systemClock: clock,
      passwords: UNUSED,
      secondFactors: UNUSED,
      commonPasswords: UNUSED,
    });
    const work = await change(admin, { id: user.id, patch: { name: 'Ada' }, expected: ANY_VERSION });
    await storage().unitOfWork.run(work);
    const changed = await storage().unitOfWork.run((tx) => tx.users.get(user.id));
    expect([changed.name, changed.permissions]).to.deep.equal(['Ada', STORED_SCOPES]);
  });
};

/** passwords are not changed here */
const UNUSED = {
  hash: expect.fail,
  verify: expect.fail,
  includes: expect.fail,
  preview: () => expect.fail(),
  use: () => expect.fail(),
  offer: () => expect.fail(),
};

const ANY_TARGET = { urlError: () => undefined, errorOf: async () => undefined };

const endpointContract = (storage: () => StorageUnderTest): void => {
  const addEndpoint = async () => {
    const endpoint = anEndpoint({ events: STORED_PATTERNS });
    await storage().unitOfWork.run((tx) => tx.webhooks.add(endpoint));
    return endpoint;
  };

  it('are stored and shown, and select no event', async () => {
    const { id } = await addEndpoint();
    const view = JSON.parse((await storage().webhookQueries.find(id))?.view ?? '{}');
    expect(view.events).to.deep.equal(STORED_PATTERNS);
    const { webhookQueries: queries, deliveryQueue: queue, eventFeed: feed } = storage();
    const bodies = makeEventBodies({ feed, systemClock: clock });
    const publisher = makeWebhookPublisher({ queries, queue, bodies, ids, systemClock: clock });
    await publisher.publish([aFeedEvent(), aFeedEvent({ type: 'return.created' })]);
    expect((await queue.backlog()).pending).to.equal(0);
  });

  it('stay when another field is changed', async () => {
    const { id } = await addEndpoint();
    const actor = anActor(await addUser(storage(), { role: 'owner' }));
    const change = makeChangeEndpoint({ ...keyDeps(storage()), targets: ANY_TARGET });
    const work = await change(actor, { id, fields: { description: 'Returns' }, expected: ANY_VERSION });
    await storage().unitOfWork.run(work);
    const changed = await storage().unitOfWork.run((tx) => tx.webhooks.get(id));
    expect([changed.description, changed.events]).to.deep.equal(['Returns', STORED_PATTERNS]);
  });
};
