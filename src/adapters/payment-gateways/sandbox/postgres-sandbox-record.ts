import type { Pool, PoolClient } from 'pg';
import type { ChargeDispute, RefundRequest } from '#core/payments/payment-gateway.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { makePostgresSandboxMethods } from './postgres-sandbox-methods.ts';
import { type SandboxCharge, type SandboxRecord, type StepOutcome, stepped } from './sandbox-charge.ts';

const COLUMNS = `key, order_id, token, status, capture_method, currency, amount_minor, captured_minor, refunded_minor,
  return_url, created_at`;

const ADD = {
  name: 'sandbox-add',
  // no real money depends on it, so it need not wait for the disk
  text: `insert into sandbox_charges (${COLUMNS})
    select $1, $2, $3, $4, $5, $6, $7::bigint, $8::bigint, $9::bigint, $10, $11::timestamptz
    from set_config('synchronous_commit', 'off', true)
    on conflict (key) do nothing`,
};
const FIND = `select ${COLUMNS}, failed_refunds, dispute from sandbox_charges where key = $1`;
const SAVE = `update sandbox_charges set status = $2, captured_minor = $3, refunded_minor = $4, failed_refunds = $5,
  dispute = $6 where key = $1`;
const FIND_STEP = 'select outcome from sandbox_steps where key = $1';
const ADD_STEP = 'insert into sandbox_steps (key, charge_key, kind, amount_minor, outcome) values ($1, $2, $3, $4, $5)';

type StoredDispute = Omit<ChargeDispute, 'amount' | 'openedAt' | 'closedAt'> &
  Readonly<{ amount: string; openedAt: string; closedAt: string | null }>;

type Row = Readonly<Record<string, string>> &
  Readonly<{
    return_url: string | null;
    created_at: Date;
    failed_refunds: readonly Readonly<{ key: RefundRequest['key']; amount: string }>[];
    dispute: StoredDispute | null;
  }>;

/** A record in the service's database, so that all processes share it and it survives restarts. */
export const makePostgresSandboxRecord = (pool: Pool): SandboxRecord => {
  const find = async (key: SandboxCharge['key']): Promise<SandboxCharge | undefined> => {
    const { rows } = await pool.query<Row>({ name: 'sandbox-find', text: FIND, values: [key] });
    return rows[0] && toCharge(rows[0]);
  };
  return {
    find,
    ...makePostgresSandboxMethods(pool),

    async add(charge) {
      const added = await pool.query({ ...ADD, values: valuesOf(charge) });
      return added.rowCount === 1 ? charge : ((await find(charge.key)) ?? charge);
    },

    step: (key, step) =>
      transact(pool, async (client) => {
        const { rows } = await client.query<Row>(`${FIND} for update`, [key]);
        const [row] = rows;
        if (row === undefined) return undefined;
        const before = await client.query<{ outcome: StepOutcome }>(FIND_STEP, [step.key]);
        if (before.rows[0] !== undefined) return before.rows[0].outcome;
        const [after, outcome] = stepped(toCharge(row), step, new Date());
        await client.query(SAVE, [key, after.status, after.captured.minor, after.refunded.minor, ...jsonOf(after)]);
        await client.query(ADD_STEP, [step.key, key, step.kind, step.amount?.minor ?? null, JSON.stringify(outcome)]);
        return outcome;
      }),
  };
};

const transact = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // an open transaction ends with its connection
    client.release(true);
    throw error;
  }
};

/** The failed refunds and the dispute; amounts are in minor units. */
const jsonOf = ({ failedRefunds, dispute }: SandboxCharge): unknown[] => [
  JSON.stringify(failedRefunds.map(({ key, amount }) => ({ key, amount: String(amount.minor) }))),
  dispute && JSON.stringify({ ...dispute, amount: String(dispute.amount.minor) }),
];

const valuesOf = (charge: SandboxCharge): unknown[] => [
  charge.key,
  charge.payableId,
  charge.token,
  charge.status,
  charge.captureMethod,
  charge.amount.currency,
  charge.amount.minor,
  charge.captured.minor,
  charge.refunded.minor,
  charge.returnUrl,
  charge.createdAt,
];

const toCharge = (row: Row): SandboxCharge => {
  const money = (minor: string | undefined): Money => Money.ofMinor(BigInt(minor ?? 0), row['currency'] as Currency);
  return {
    key: row['key'] as SandboxCharge['key'],
    payableId: row['order_id'] as SandboxCharge['payableId'],
    token: row['token'] ?? '',
    status: row['status'] as SandboxCharge['status'],
    captureMethod: row['capture_method'] as SandboxCharge['captureMethod'],
    amount: money(row['amount_minor']),
    captured: money(row['captured_minor']),
    refunded: money(row['refunded_minor']),
    failedRefunds: row.failed_refunds.map(({ key, amount }) => ({ key, amount: money(amount) })),
    dispute: row.dispute && {
      ...row.dispute,
      amount: money(row.dispute.amount),
      openedAt: new Date(row.dispute.openedAt),
      closedAt: row.dispute.closedAt === null ? null : new Date(row.dispute.closedAt),
    },
    returnUrl: row.return_url,
    createdAt: row.created_at,
  };
};
