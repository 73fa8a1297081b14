import {
  IdempotencyConflict,
  type IdempotencyKey,
  type IdempotencyQueries,
  type IdempotencyRecord,
  type IdempotencyStore,
  type NewIdempotencyRecord,
} from '#core/shared/idempotency.ts';
import type { MemoryTable, Rows, TableChanges } from '../store/memory-table.ts';

export type IdempotencyRow = NewIdempotencyRecord & Readonly<{ account: string }>;

const keyOf = ({ account, operation, key }: IdempotencyKey): string => [account, operation, key].join('\n');

const unexpiredRecord = (
  records: Rows<string, IdempotencyRow>,
  key: IdempotencyKey,
  since: Date,
): IdempotencyRecord | undefined => {
  const row = records.get(keyOf(key));
  if (row === undefined || row.at <= since) return undefined;
  const { fingerprint, status, headers, body } = row;
  return { fingerprint, status, headers, body };
};

export const makeIdempotencyStore = (records: TableChanges<string, IdempotencyRow>): IdempotencyStore => ({
  // transactions are serialized, so none is in progress
  async claim(key, since) {
    if (unexpiredRecord(records, key, since) !== undefined) throw new IdempotencyConflict('completed');
  },

  complete: async (key, record) => records.set(keyOf(key), { ...record, account: key.account }),

  async erase(userId, ids) {
    const erased = new Set<string>([userId, ...ids]);
    records.deleteWhere(({ account }) => account === userId);
    for (const [key, row] of records.entries()) {
      if (row.mentionedIds.some((id) => erased.has(id))) records.set(key, { ...row, body: null });
    }
  },
});

export const makeIdempotencyQueries = (records: MemoryTable<string, IdempotencyRow>): IdempotencyQueries => {
  const reservations = new Map<string, Date>();
  return {
    find: async (key, since) => unexpiredRecord(records, key, since),

    async reserve(key, { at, until }) {
      const reservedUntil = reservations.get(keyOf(key));
      if (reservedUntil !== undefined && reservedUntil > at) return false;
      reservations.set(keyOf(key), until);
      return true;
    },

    async release(key, until) {
      if (reservations.get(keyOf(key))?.getTime() === until.getTime()) reservations.delete(keyOf(key));
    },

    async removeBefore(time) {
      for (const [key, until] of reservations) if (until < time) reservations.delete(key);
      return records.deleteWhere(({ at }) => at < time);
    },
  };
};
