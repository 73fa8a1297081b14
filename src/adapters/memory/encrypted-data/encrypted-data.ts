import type { EncryptedData } from '#core/shared/encrypted-data.ts';
import type { IdempotencyRow } from '../idempotency/idempotency-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { MemoryTable } from '../store/memory-table.ts';

type Tables = Pick<MemoryStore, 'webhookEndpoints' | 'payments' | 'paymentMethods' | 'secondFactors'> &
  Readonly<{ idempotencyRecords: MemoryTable<string, IdempotencyRow> }>;

/** An encrypted response; others are JSON or empty. */
const ENCRYPTED = /^[A-Za-z0-9_-]+$/;

export const makeEncryptedData = (tables: Tables): EncryptedData => {
  const keyChecks = new Set<string>();
  return {
    keyChecks: async () => [...keyChecks],
    addKeyCheck: async (check) => void keyChecks.add(check),

    async keepKeyCheck(check) {
      for (const other of keyChecks) if (other !== check) keyChecks.delete(other);
    },

    async rewrite(change) {
      const { webhookEndpoints, payments, paymentMethods, secondFactors, idempotencyRecords } = tables;
      let count = 0;
      const counted = (encrypted: string): string => {
        count += 1;
        return change(encrypted);
      };
      for (const [id, endpoint] of webhookEndpoints.entries()) {
        const secrets = endpoint.secrets.map((secret) => ({ ...secret, encrypted: counted(secret.encrypted) }));
        webhookEndpoints.set(id, { ...endpoint, secrets });
      }
      for (const [id, method] of paymentMethods.entries()) {
        const { reference } = method;
        if (reference !== null) paymentMethods.set(id, { ...method, reference: counted(reference) });
      }
      for (const [id, payment] of payments.entries()) {
        const { token, methodId } = payment;
        if (token !== null && methodId !== null) payments.set(id, { ...payment, token: counted(token) });
      }
      for (const [id, factor] of secondFactors.entries()) {
        if (factor.type === 'totp') secondFactors.set(id, { ...factor, secret: counted(factor.secret) });
      }
      for (const [key, record] of idempotencyRecords.entries()) {
        const { body } = record;
        if (body !== null && ENCRYPTED.test(body)) idempotencyRecords.set(key, { ...record, body: counted(body) });
      }
      return count;
    },
  };
};
