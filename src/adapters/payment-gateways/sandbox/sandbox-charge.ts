import type { OrderId } from '#core/orders/order.ts';
import type { Charge, ChargeName } from '#core/payments/payment-gateway.ts';
import type { Money } from '#core/shared/money.ts';

/** A charge as the sandbox has it in its record: one for each key, whatever was asked how often. */
export type SandboxCharge = Readonly<{
  key: ChargeName['key'];
  orderId: OrderId;
  token: string;
  status: Charge['status'];
  captureMethod: 'automatic' | 'manual';
  amount: Money;
  captured: Money;
  refunded: Money;
  returnUrl: string | null;
  createdAt: Date;
}>;

/** Something that is done to a charge, once for each key. */
export type SandboxStep = Readonly<{
  key: string;
  kind: 'capture' | 'void' | 'refund' | 'approve' | 'decline';
  /** Of a capture or a refund. */
  amount?: Money;
}>;

/** Whether a step was done, and whether nothing is held after it; or why it was not done. */
export type StepOutcome =
  | Readonly<{ kind: 'done'; isClosed: boolean }>
  | Readonly<{ kind: 'declined'; code: string; message: string }>;

/** The charge after a step, and what is answered to it. */
export const stepped = (charge: SandboxCharge, { kind, amount }: SandboxStep): [SandboxCharge, StepOutcome] => {
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
      if (charge.status !== 'authorized') return declined('not_authorized', 'Nothing is held for the charge.');
      const captured = charge.captured.add(part);
      if (captured.compare(charge.amount) > 0) return declined('amount_too_large', 'Less than that is held.');
      const status = captured.compare(charge.amount) === 0 ? 'captured' : charge.status;
      return done({ captured, status });
    }
    case 'void': {
      const isHeld = charge.status === 'authorized' || charge.status === 'requires_action';
      if (!isHeld) return declined('not_authorized', 'Nothing is held for the charge.');
      return done({ status: charge.captured.minor > 0n ? 'captured' : 'voided' });
    }
    case 'refund': {
      const refunded = charge.refunded.add(part);
      if (refunded.compare(charge.captured) > 0) return declined('amount_too_large', 'Less than that was captured.');
      return done({ refunded });
    }
    case 'approve':
      if (charge.status !== 'requires_action') return declined('nothing_to_do', 'Nothing is to be approved.');
      return charge.captureMethod === 'automatic'
        ? done({ status: 'captured', captured: charge.amount })
        : done({ status: 'authorized' });
    case 'decline':
      if (charge.status !== 'requires_action') return declined('nothing_to_do', 'Nothing is to be approved.');
      return done({ status: 'declined' });
  }
};

/** What the sandbox keeps of its charges, apart from all that the service keeps. */
export interface SandboxRecord {
  /** Keeps a charge unless one of its key is kept. @returns the one that is kept. */
  add(charge: SandboxCharge): Promise<SandboxCharge>;
  find(key: SandboxCharge['key']): Promise<SandboxCharge | undefined>;
  /** Does a step as `stepped` does, or answers as it did when the step's key came before; undefined without a charge. */
  step(key: SandboxCharge['key'], step: SandboxStep): Promise<StepOutcome | undefined>;
}
