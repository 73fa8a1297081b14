import { sql } from 'kysely';
import type { SecondFactorId } from '#core/access/second-factors/second-factor.ts';
import type { PaymentMethodId } from '#core/payments/methods/payment-method.ts';
import type { PaymentId } from '#core/payments/payment.ts';
import { type PreparedStatement, prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import type { WebhookEndpointRow } from '../tables/webhook-endpoints.ts';

type Change = (encrypted: string) => string;

/** A row's primary key, and its text with encrypted values; null without any. */
export type StoredText = Readonly<{ key: readonly string[]; stored: string | null }>;

/** A column with encrypted values. */
export type EncryptedColumn = Readonly<{
  /** Less than every key. */
  firstKey: readonly string[];
  /** The next rows by key. */
  page: PreparedStatement<{ after: readonly string[] }, StoredText>;
  /** Replaces the text of a row unless it has changed. Returns a row if it did. */
  replace: PreparedStatement<{ key: readonly string[]; stored: string; replacement: string }, { replaced: boolean }>;
  rewrite(stored: string, change: Change): string;
}>;

const BATCH_SIZE = 500;

const WEBHOOK_SECRETS: EncryptedColumn = {
  firstKey: [''],
  page: prepare<{ after: readonly string[] }>()(($) =>
    db
      .selectFrom('webhook_endpoints')
      .select([sql<readonly string[]>`array[id]`.as('key'), sql<string | null>`secrets::text`.as('stored')])
      .where('id', '>', sql<WebhookEndpointRow['id']>`(${$('after')}::text[])[1]`)
      .orderBy('id')
      .limit(BATCH_SIZE),
  ),
  replace: prepare<{ key: readonly string[]; stored: string; replacement: string }>()(($) =>
    db
      .updateTable('webhook_endpoints')
      .set({ secrets: sql`${$('replacement')}::json` })
      .where('id', '=', sql<WebhookEndpointRow['id']>`(${$('key')}::text[])[1]`)
      .where(sql<boolean>`secrets::text = ${$('stored')}`)
      .returning(sql<boolean>`true`.as('replaced')),
  ),
  rewrite: (stored, change) => {
    const secrets = JSON.parse(stored) as WebhookEndpointRow['secrets'];
    return JSON.stringify(secrets.map((secret) => ({ ...secret, encrypted: change(secret.encrypted) })));
  },
};

const METHOD_REFERENCES: EncryptedColumn = {
  firstKey: [''],
  page: prepare<{ after: readonly string[] }>()(($) =>
    db
      .selectFrom('payment_methods')
      .select([sql<readonly string[]>`array[id]`.as('key'), 'reference as stored'])
      .where('id', '>', sql<PaymentMethodId>`(${$('after')}::text[])[1]`)
      .orderBy('id')
      .limit(BATCH_SIZE),
  ),
  replace: prepare<{ key: readonly string[]; stored: string; replacement: string }>()(($) =>
    db
      .updateTable('payment_methods')
      .set({ reference: $('replacement') })
      .where('id', '=', sql<PaymentMethodId>`(${$('key')}::text[])[1]`)
      .where('reference', '=', $('stored'))
      .returning(sql<boolean>`true`.as('replaced')),
  ),
  rewrite: (stored, change) => change(stored),
};

/** References of saved methods that are being charged. */
const CHARGED_REFERENCES: EncryptedColumn = {
  firstKey: [''],
  page: prepare<{ after: readonly string[] }>()(($) =>
    db
      .selectFrom('payments')
      .select([sql<readonly string[]>`array[id]`.as('key'), 'token as stored'])
      .where('token', 'is not', null)
      .where('payment_method_id', 'is not', null)
      .where('id', '>', sql<PaymentId>`(${$('after')}::text[])[1]`)
      .orderBy('id')
      .limit(BATCH_SIZE),
  ),
  replace: prepare<{ key: readonly string[]; stored: string; replacement: string }>()(($) =>
    db
      .updateTable('payments')
      .set({ token: $('replacement') })
      .where('id', '=', sql<PaymentId>`(${$('key')}::text[])[1]`)
      .where('token', '=', $('stored'))
      .returning(sql<boolean>`true`.as('replaced')),
  ),
  rewrite: (stored, change) => change(stored),
};

const SECOND_FACTOR_SECRETS: EncryptedColumn = {
  firstKey: [''],
  page: prepare<{ after: readonly string[] }>()(($) =>
    db
      .selectFrom('second_factors')
      .select([sql<readonly string[]>`array[id]`.as('key'), 'secret as stored'])
      .where('secret', 'is not', null)
      .where('id', '>', sql<SecondFactorId>`(${$('after')}::text[])[1]`)
      .orderBy('id')
      .limit(BATCH_SIZE),
  ),
  replace: prepare<{ key: readonly string[]; stored: string; replacement: string }>()(($) =>
    db
      .updateTable('second_factors')
      .set({ secret: $('replacement') })
      .where('id', '=', sql<SecondFactorId>`(${$('key')}::text[])[1]`)
      .where('secret', '=', $('stored'))
      .returning(sql<boolean>`true`.as('replaced')),
  ),
  rewrite: (stored, change) => change(stored),
};

const RECORD_KEY = sql<readonly string[]>`array[account, operation, key]`;

/** Encrypted responses; others are JSON or empty. */
const ENCRYPTED_BODY = sql<string | null>`case when body ~ '^[A-Za-z0-9_-]+$' then body end`;

const STORED_RESPONSES: EncryptedColumn = {
  firstKey: ['', '', ''],
  page: prepare<{ after: readonly string[] }>()(($) =>
    db
      .selectFrom('idempotency_records')
      .select([RECORD_KEY.as('key'), ENCRYPTED_BODY.as('stored')])
      .where(
        sql<boolean>`(account, operation, key) >
          ((${$('after')}::text[])[1], (${$('after')}::text[])[2], (${$('after')}::text[])[3])`,
      )
      .orderBy('account')
      .orderBy('operation')
      .orderBy('key')
      .limit(BATCH_SIZE),
  ),
  replace: prepare<{ key: readonly string[]; stored: string; replacement: string }>()(($) =>
    db
      .updateTable('idempotency_records')
      .set({ body: $('replacement') })
      .where(
        sql<boolean>`(account, operation, key) =
          ((${$('key')}::text[])[1], (${$('key')}::text[])[2], (${$('key')}::text[])[3])`,
      )
      .where('body', '=', $('stored'))
      .returning(sql<boolean>`true`.as('replaced')),
  ),
  rewrite: (stored, change) => change(stored),
};

/** Every column that holds encrypted values. */
export const ENCRYPTED_COLUMNS = [
  WEBHOOK_SECRETS,
  METHOD_REFERENCES,
  CHARGED_REFERENCES,
  SECOND_FACTOR_SECRETS,
  STORED_RESPONSES,
] as const;
