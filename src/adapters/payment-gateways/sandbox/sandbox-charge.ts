import type {
  AuthorizeRequest,
  Charge,
  ChargeDispute,
  ChargeName,
  RefundRequest,
} from '#core/payments/payment-gateway.ts';
import type { Money } from '#core/shared/money.ts';
import type { SandboxMethods } from './sandbox-method.ts';

/** A charge in the sandbox's record, one per key. */
export type SandboxCharge = Readonly<{
  key: ChargeName['key'];
  /** The order or the invoice. */
  payableId: AuthorizeRequest['payableId'];
  token: string;
  status: Charge['status'];
  captureMethod: 'automatic' | 'manual';
  amount: Money;
  captured: Money;
  /** Without refunds that have failed. */
  refunded: Money;
  failedRefunds: readonly Readonly<{ key: RefundRequest['key']; amount: Money }>[];
  dispute: ChargeDispute | null;
  returnUrl: string | null;
  createdAt: Date;
}>;

/** An operation on a charge, done once per key. */
export type SandboxStep = Readonly<{
  key: string;
  kind: 'capture' | 'void' | 'refund' | 'approve' | 'decline' | 'fail_refund' | 'dispute' | 'win' | 'lose';
  /** The amount of a capture, a refund or a failed refund. */
  amount?: Money;
  /** The refund that fails. */
  refund?: RefundRequest['key'];
}>;

/** Whether the operation succeeded and closed the charge, or why it failed. */
export type StepOutcome =
  | Readonly<{ kind: 'done'; isClosed: boolean }>
  | Readonly<{ kind: 'declined'; code: string; message: string }>;

/** The charge after an operation, and its outcome. */
export const stepped = (
  charge: SandboxCharge,
  { kind, amount, refund }: SandboxStep,
  at: Date,
): [SandboxCharge, StepOutcome] => {
  const done = (change: Partial<SandboxCharge>): [SandboxCharge, StepOutcome] => {
    const after = { ...charge, ...change };
    return [after, { kind: 'done', isClosed: after.status !== 'authorized' }];
  };
  const declined = (code: string, message: string): [SandboxCharge, StepOutcome] => [
    charge,
    { kind: 'declined', code, message },
  ];
  const part = amount ?? charge.amount;
  switch (kind) {
    case 'capture': {
      if (charge.status !== 'authorized') return declined('not_authorized', 'The charge is not authorized.');
      const captured = charge.captured.add(part);
      if (captured.compare(charge.amount) > 0) return declined('amount_too_large', 'The authorized amount is lower.');
      const status = captured.compare(charge.amount) === 0 ? 'captured' : charge.status;
      return done({ captured, status });
    }
    case 'void': {
      const isHeld = charge.status === 'authorized' || charge.status === 'requires_action';
      if (!isHeld) return declined('not_authorized', 'The charge is not authorized.');
      return done({ status: charge.captured.minor > 0n ? 'captured' : 'voided' });
    }
    case 'refund': {
      const refunded = charge.refunded.add(part);
      if (refunded.compare(charge.captured) > 0) return declined('amount_too_large', 'The captured amount is lower.');
      return done({ refunded });
    }
    case 'approve':
      if (charge.status !== 'requires_action') return declined('nothing_to_do', 'No approval is pending.');
      return charge.captureMethod === 'automatic'
        ? done({ status: 'captured', captured: charge.amount })
        : done({ status: 'authorized' });
    case 'decline':
      if (charge.status !== 'requires_action') return declined('nothing_to_do', 'No approval is pending.');
      return done({ status: 'declined' });
    case 'fail_refund': {
      if (refund === undefined) return declined('not_found', 'There is no such refund.');
      const failedRefunds = [...charge.failedRefunds, { key: refund, amount: part }];
      return done({ refunded: charge.refunded.subtract(part), failedRefunds });
    }
    case 'dispute':
      if (charge.captured.minor === 0n) return declined('nothing_to_do', 'Nothing was captured.');
      return done({ dispute: opened(charge, at) });
    case 'win':
    case 'lose': {
      const { dispute } = charge;
      const isWonOnAppeal = kind === 'win' && dispute?.status === 'lost';
      if (dispute?.status !== 'open' && !isWonOnAppeal) return declined('nothing_to_do', 'No dispute is open.');
      return done({ dispute: { ...dispute, status: kind === 'win' ? 'won' : 'lost', closedAt: at } });
    }
  }
};

/** What was not refunded is disputed. */
const opened = ({ key, captured, refunded }: SandboxCharge, openedAt: Date): ChargeDispute => ({
  reference: `sandbox_dispute_${key}`,
  status: 'open',
  amount: captured.subtract(refunded),
  reason: 'fraudulent',
  openedAt,
  closedAt: null,
});

/** The sandbox's record of charges and saved methods, separate from the service's data. */
export interface SandboxRecord extends SandboxMethods {
  /** Stores a charge unless its key exists. @returns the stored one. */
  add(charge: SandboxCharge): Promise<SandboxCharge>;
  find(key: SandboxCharge['key']): Promise<SandboxCharge | undefined>;
  /**
   * Applies an operation as `stepped` does, or returns its first outcome when the key is repeated; undefined without a
   * charge.
   */
  step(key: SandboxCharge['key'], step: SandboxStep): Promise<StepOutcome | undefined>;
}
