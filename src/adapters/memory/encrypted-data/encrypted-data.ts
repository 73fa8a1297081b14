import type { SecondFactor, SecondFactorId } from '#core/access/second-factors/second-factor.ts';
import type { PaymentMethod, PaymentMethodId } from '#core/payments/methods/payment-method.ts';
import type { Payment, PaymentId } from '#core/payments/payment.ts';
import type { EncryptedData } from '#core/shared/encrypted-data.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import type { IdempotencyRow } from '../idempotency/idempotency-store.ts';
import type { MemoryTable } from '../store/memory-table.ts';

type Tables = Readonly<{
  endpoints: MemoryTable<EndpointId, WebhookEndpoint>;
  payments: MemoryTable<PaymentId, Payment>;
  paymentMethods: MemoryTable<PaymentMethodId, PaymentMethod>;
  secondFactors: MemoryTable<SecondFactorId, SecondFactor>;
  idempotencyRecords: MemoryTable<string, IdempotencyRow>;
}>;

/** An encrypted response; others are JSON or empty. */
const ENCRYPTED = /^[A-Za-z0-9_-]+$/;

export class MemoryEncryptedData implements EncryptedData {
  readonly #tables: Tables;
  readonly #keyChecks = new Set<string>();

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async keyChecks(): Promise<readonly string[]> {
    return [...this.#keyChecks];
  }

  async addKeyCheck(check: string): Promise<void> {
    this.#keyChecks.add(check);
  }

  async keepKeyCheck(check: string): Promise<void> {
    for (const other of this.#keyChecks) if (other !== check) this.#keyChecks.delete(other);
  }

  async rewrite(change: (encrypted: string) => string): Promise<number> {
    const { endpoints, payments, paymentMethods, secondFactors, idempotencyRecords } = this.#tables;
    let count = 0;
    const counted = (encrypted: string): string => {
      count += 1;
      return change(encrypted);
    };
    for (const [id, endpoint] of endpoints.entries()) {
      const secrets = endpoint.secrets.map((secret) => ({ ...secret, encrypted: counted(secret.encrypted) }));
      endpoints.set(id, { ...endpoint, secrets });
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
  }
}
