import type { Pool } from 'pg';
import { bookedIn } from '#core/payments/dispute.ts';
import type { Payment } from '#core/payments/payment.ts';
import type { SandboxMethod } from './sandbox-method.ts';

/** What the sandbox knows of a demo shop's past. */
type PastRecord = Readonly<{ payments: readonly Payment[]; sandboxMethods: readonly SandboxMethod[] }>;

const ADD_CHARGES = `
  insert into sandbox_charges (key, order_id, token, status, capture_method, currency, amount_minor, captured_minor,
    refunded_minor, dispute, created_at)
  select key, order_id, 'tok_success', status, capture_method, currency, amount_minor, captured_minor, refunded_minor,
    dispute, created_at
  from json_populate_recordset(null::sandbox_charges, $1)
  on conflict (key) do nothing`;

const ADD_METHODS = `
  insert into sandbox_methods (key, user_id, token, first_charge, created_at)
  select key, user_id, token, first_charge, created_at from json_populate_recordset(null::sandbox_methods, $1)
  on conflict (key) do nothing`;

/** Records charges and saved methods of the past, so that they can be refunded, disputed and charged later. */
export const addPastRecord = async (pool: Pool, { payments, sandboxMethods }: PastRecord): Promise<void> => {
  const charged = payments.filter(
    ({ gateway, status }) => gateway === 'sandbox' && (status === 'succeeded' || status === 'authorized'),
  );
  if (charged.length > 0) await pool.query(ADD_CHARGES, [JSON.stringify(charged.map(chargeRow))]);
  if (sandboxMethods.length === 0) return;
  const rows = sandboxMethods.map((method) => methodRow(method, payments));
  await pool.query(ADD_METHODS, [JSON.stringify(rows)]);
};

const methodRow = ({ key, userId, token, createdAt }: SandboxMethod, payments: readonly Payment[]) => ({
  key,
  user_id: userId,
  token,
  first_charge: payments.find(({ methodId }) => methodId === key)?.id ?? null,
  created_at: createdAt,
});

const chargeRow = (payment: Payment) => {
  const { amount, captured, refunded, disputes } = payment;
  const [dispute] = disputes;
  return {
    key: payment.id,
    order_id: payment.payableId,
    status: payment.status === 'authorized' ? 'authorized' : 'captured',
    capture_method: payment.captureMethod,
    currency: amount.currency,
    amount_minor: String(amount.minor),
    captured_minor: String(captured.minor),
    // the sandbox does not count lost disputes as refunds
    refunded_minor: String(refunded.subtract(bookedIn('lost', disputes, amount.subtract(amount))).minor),
    dispute: dispute === undefined ? null : { ...dispute, amount: String(dispute.amount.minor), booked: undefined },
    created_at: payment.createdAt,
  };
};
