import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clocks } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { PaymentId } from '../payment.ts';
import type { IdempotentRequest } from '../payment-operation.ts';
import type { PaymentsTx } from '../ports.ts';
import { beginOperation } from '../steps/begin-operation.ts';
import type { ExecuteOperation } from './execute-operation.ts';
import type { FinishedOperation } from './record-outcome.ts';

type Command = Readonly<{ id: PaymentId; idempotency: IdempotentRequest | null }>;

/** Voids an authorization, or a payment that still requires action. */
export type CancelPayment = (actor: Actor, command: Command) => Promise<Work<FinishedOperation, PaymentsTx>>;

export const makeCancelPayment =
  ({ execute, clock, systemClock, ids }: Clocks & { execute: ExecuteOperation; ids: IdGenerator }): CancelPayment =>
  async (actor, { id, idempotency }) => {
    Scope.requireAll(actor, ['payments:write'], 'This');
    return execute({
      actor,
      idempotency,
      begin: async (tx) =>
        beginOperation(
          tx,
          { actor, clock, systemClock, ids },
          { before: await tx.payments.get(id), requested: { kind: 'void', idempotency } },
        ),
    });
  };
