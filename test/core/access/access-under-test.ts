import { isInRanges } from '#adapters/system/address-ranges.ts';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { makeKeyVerifier } from '#core/access/key-verifier.ts';
import { Role } from '#core/access/role.ts';
import type { Scope } from '#core/access/scope.ts';
import { makeCreateKey } from '#core/access/use-cases/create-key.ts';
import { makeRotateKey } from '#core/access/use-cases/rotate-key.ts';
import type { AuditEntryView } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import { Json } from '#core/shared/page.ts';
import { makeRevokeKey } from '#core/users/use-cases/revoke-key.ts';
import { aUser, clockAtNoon, countingIds, ids } from '../../support/builders/builders.ts';
import { passwords, withCredential } from '../../support/builders/credentials.ts';
import { secondFactorCheck } from '../../support/builders/second-factors.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

/** The use cases of keys on a new storage with an owner, one transaction each; it is noon, and ids count up. */
export const openAccess = async () => {
  const storage = await openMemoryStorage();
  const { unitOfWork, credentialQueries: credentials } = storage;
  const clock = clockAtNoon();
  const secondFactors = secondFactorCheck({ unitOfWork, systemClock: clock });
  const deps = { unitOfWork, passwords, secondFactors, systemClock: clock, ids: countingIds(), tokens: bearerTokens };
  const create = makeCreateKey(deps);
  const rotate = makeRotateKey(deps);
  const revoke = makeRevokeKey(deps);
  const owner = aUser({ role: 'owner', passwordHash: 'hash of the password' });
  const signedIn = (actor: Actor) => withCredential(unitOfWork, actor, clock.now());
  await unitOfWork.run((tx) => tx.users.add(owner));
  /** A session of the owner with these scopes. */
  const actorWith = (...scopes: readonly Scope[]): Actor => ({
    kind: 'session',
    userId: owner.id,
    credentialId: ids.next('ses'),
    scopes: new Set(scopes),
    own: false,
    expiresAt: null,
    allowedIps: null,
    requestId: 'a-request',
  });
  return {
    ...storage,
    clock,
    systemClock: clock,
    owner,
    actorWith,
    asOwner: actorWith(...Role.scopes('owner')),
    create: async (actor: Actor, command: Parameters<typeof create>[1]) =>
      unitOfWork.run(await create(await signedIn(actor), command)),
    rotate: async (actor: Actor, command: Parameters<typeof rotate>[1]) =>
      unitOfWork.run(await rotate(await signedIn(actor), command)),
    revoke: (...args: Parameters<typeof revoke>) => unitOfWork.run(revoke(...args)),
    /** The audit log, the oldest entry first. */
    async audited(): Promise<AuditEntryView[]> {
      const { items } = await storage.auditQueries.list({ filter: {}, page: { limit: 100 } });
      return items.map(Json.parse).reverse();
    },
    verify: (token: string) =>
      makeKeyVerifier({ tokens: bearerTokens, credentials, isInRanges, systemClock: clock }).verify(
        token,
        '203.0.113.7',
      ),
  };
};

export type Access = Awaited<ReturnType<typeof openAccess>>;
