import {
  MAX_PASSKEY_CHALLENGES,
  type PasskeyChallenge,
  type RecoveryCodeHash,
  type SecondFactorQueries,
  type SecondFactorRepository,
} from '#core/access/second-factors/ports.ts';
import { secondFactorView } from '#core/access/second-factors/second-factor.ts';
import type { UserId } from '#core/users/user.ts';
import { newestPage } from '../lists/page.ts';
import type { MemoryStore, StoreChanges } from '../store/memory-store.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';
import { oldestFirst } from '../store/order.ts';
import { requirePrevious } from '../store/resources.ts';
import { requireUser } from '../users/user-repository.ts';

type Tables = StoreChanges &
  Readonly<{
    recoveryCodes: TableChanges<RecoveryCodeHash, UserId>;
    challenges: TableChanges<string, PasskeyChallenge>;
  }>;

export const makeSecondFactorRepository = (
  { secondFactors, recoveryCodes, challenges, users }: Tables,
  noteCredentialChange: (id: string) => void,
): SecondFactorRepository => ({
  listOf: async (userId) => secondFactors.filter((factor) => factor.userId === userId).sort(oldestFirst),

  async add(factor) {
    requireUser(users, factor.userId);
    secondFactors.set(factor.id, factor);
  },

  async save(factor) {
    requirePrevious(secondFactors.get(factor.id), factor);
    secondFactors.set(factor.id, factor);
    noteCredentialChange(factor.userId);
  },

  async remove({ id, userId }) {
    secondFactors.delete(id);
    noteCredentialChange(userId);
  },

  async removeAllOf(userId) {
    secondFactors.deleteWhere((factor) => factor.userId === userId);
    recoveryCodes.deleteWhere((holder) => holder === userId);
    challenges.deleteWhere((challenge) => challenge.userId === userId);
    noteCredentialChange(userId);
  },

  async replaceRecoveryCodes(userId, hashes) {
    recoveryCodes.deleteWhere((holder) => holder === userId);
    for (const hash of hashes) recoveryCodes.set(hash, userId);
  },

  consumeRecoveryCode: async (userId, hash) => recoveryCodes.get(hash) === userId && recoveryCodes.delete(hash),

  async addChallenge(added) {
    requireUser(users, added.userId);
    const ofUser = challenges.filter(({ userId }) => userId === added.userId);
    const newest = ofUser.sort((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime());
    for (const { challenge } of newest.slice(MAX_PASSKEY_CHALLENGES - 1)) challenges.delete(challenge);
    challenges.set(added.challenge, added);
  },

  async consumeChallenge({ challenge, userId }, at) {
    const stored = challenges.get(challenge);
    if (stored?.userId !== userId || stored.expiresAt <= at) return false;
    return challenges.delete(challenge);
  },
});

export const makeSecondFactorQueries = (
  { secondFactors }: MemoryStore,
  challenges: MemoryTable<string, PasskeyChallenge>,
): SecondFactorQueries => ({
  async list({ userId, page }) {
    return newestPage(secondFactors.filter((factor) => factor.userId === userId).map(secondFactorView), page);
  },

  removeExpiredChallenges: async (before) => void challenges.deleteWhere(({ expiresAt }) => expiresAt < before),
});
