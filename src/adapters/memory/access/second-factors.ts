import type { RecoveryCodeHash } from '#core/access/second-factors/ports.ts';
import {
  MAX_PASSKEY_CHALLENGES,
  type PasskeyChallenge,
  type SecondFactorQueries,
  type SecondFactorRepository,
} from '#core/access/second-factors/ports.ts';
import type { SecondFactor, SecondFactorId } from '#core/access/second-factors/second-factor.ts';
import { secondFactorView } from '#core/access/second-factors/second-factor.ts';
import { conflict } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { newestFirstList } from '#core/shared/list.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';
import type { MemoryUserRepository } from '../users/user-repository.ts';

type Tables = Readonly<{
  factors: TableChanges<SecondFactorId, SecondFactor>;
  recoveryCodes: TableChanges<RecoveryCodeHash, Id<'usr'>>;
  challenges: TableChanges<string, PasskeyChallenge>;
}>;

export class MemorySecondFactorRepository implements SecondFactorRepository {
  readonly #tables: Tables;
  readonly #users: MemoryUserRepository;
  readonly #noteCredentialChange: (id: string) => void;

  constructor(tables: Tables, users: MemoryUserRepository, noteCredentialChange: (id: string) => void) {
    this.#tables = tables;
    this.#users = users;
    this.#noteCredentialChange = noteCredentialChange;
  }

  async listOf(userId: Id<'usr'>): Promise<readonly SecondFactor[]> {
    return [...this.#tables.factors.values()]
      .filter((factor) => factor.userId === userId)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  }

  async add(factor: SecondFactor): Promise<void> {
    this.#users.requireUser(factor.userId);
    this.#tables.factors.set(factor.id, factor);
  }

  async save(factor: SecondFactor): Promise<void> {
    if (this.#tables.factors.get(factor.id)?.version !== factor.version - 1) {
      throw conflict(`Second factor ${factor.id} was changed concurrently.`);
    }
    this.#tables.factors.set(factor.id, factor);
    this.#noteCredentialChange(factor.userId);
  }

  async remove({ id, userId }: Pick<SecondFactor, 'id' | 'userId'>): Promise<void> {
    this.#tables.factors.delete(id);
    this.#noteCredentialChange(userId);
  }

  async removeAllOf(userId: Id<'usr'>): Promise<void> {
    for (const { id } of await this.listOf(userId)) this.#tables.factors.delete(id);
    await this.replaceRecoveryCodes(userId, []);
    for (const { challenge } of this.#challengesOf(userId)) this.#tables.challenges.delete(challenge);
    this.#noteCredentialChange(userId);
  }

  async replaceRecoveryCodes(userId: Id<'usr'>, hashes: readonly RecoveryCodeHash[]): Promise<void> {
    const { recoveryCodes } = this.#tables;
    const former = [...recoveryCodes.entries()].filter(([, holder]) => holder === userId);
    for (const [hash] of former) recoveryCodes.delete(hash);
    for (const hash of hashes) recoveryCodes.set(hash, userId);
  }

  async consumeRecoveryCode(userId: Id<'usr'>, hash: RecoveryCodeHash): Promise<boolean> {
    return this.#tables.recoveryCodes.get(hash) === userId && this.#tables.recoveryCodes.delete(hash);
  }

  async addChallenge(challenge: PasskeyChallenge): Promise<void> {
    this.#users.requireUser(challenge.userId);
    const former = this.#challengesOf(challenge.userId).slice(MAX_PASSKEY_CHALLENGES - 1);
    for (const each of former) this.#tables.challenges.delete(each.challenge);
    this.#tables.challenges.set(challenge.challenge, challenge);
  }

  async consumeChallenge(
    { challenge, userId }: Pick<PasskeyChallenge, 'challenge' | 'userId'>,
    at: Date,
  ): Promise<boolean> {
    const stored = this.#tables.challenges.get(challenge);
    if (stored?.userId !== userId || stored.expiresAt <= at) return false;
    return this.#tables.challenges.delete(challenge);
  }

  /** The newest first. */
  #challengesOf(userId: Id<'usr'>): PasskeyChallenge[] {
    return [...this.#tables.challenges.values()]
      .filter((challenge) => challenge.userId === userId)
      .sort((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime());
  }
}

export class MemorySecondFactorQueries implements SecondFactorQueries {
  readonly #factors: MemoryTable<SecondFactorId, SecondFactor>;
  readonly #challenges: MemoryTable<string, PasskeyChallenge>;

  constructor(factors: MemoryTable<SecondFactorId, SecondFactor>, challenges: MemoryTable<string, PasskeyChallenge>) {
    this.#factors = factors;
    this.#challenges = challenges;
  }

  async list({ userId, page }: Parameters<SecondFactorQueries['list']>[0]) {
    const views = [...this.#factors.values()].filter((factor) => factor.userId === userId).map(secondFactorView);
    return listPage(newestFirstList, views, { filter: {}, page });
  }

  async removeExpiredChallenges(before: Date): Promise<void> {
    this.#challenges.deleteWhere(({ expiresAt }) => expiresAt < before);
  }
}
