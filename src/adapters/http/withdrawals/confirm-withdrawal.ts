import { hash } from 'node:crypto';
import { toFulfilledItems } from '#core/orders/fulfillment.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { WithdrawalsTx } from '#core/withdrawals/ports.ts';
import type { ProcessSoon } from '#core/withdrawals/use-cases/process-withdrawals.ts';
import type { StateWithdrawal } from '#core/withdrawals/use-cases/state-withdrawal.ts';
import type { Withdrawal, WithdrawalId } from '#core/withdrawals/withdrawal.ts';
import type { Throttle } from '../admission/throttle.ts';
import type { WriteRequest } from '../idempotency/run-write.ts';
import { withDeadline } from '../request/deadline.ts';
import type { HttpResponse } from '../responses/http-response.ts';
import { HttpError, type Problem } from '../responses/problem.ts';
import { respond } from '../responses/responses.ts';
import { throttleStatement } from './statement-throttle.ts';
import type { CheckedStatement } from './withdrawal-form.ts';

/** A statement that a consumer sends on the page. */
type SentStatement = Readonly<{
  /** A visitor, with the order that they have opened. */
  actor: Actor;
  address: string;
  statement: CheckedStatement;
  nonce: string;
  toProblem: (error: unknown) => Problem;
}>;

/**
 * Stores a statement once, whatever is clicked, reloaded or sent again with its nonce. The withdrawal is undefined for who has
 * named the order by its number.
 * @throws HttpError `rate_limited`; `idempotency_in_progress` if another process does not end storing it.
 */
export type ConfirmWithdrawal = (
  sent: SentStatement,
) => Promise<Readonly<{ receivedAt: Date; withdrawal: Withdrawal | undefined }>>;

type Deps = Readonly<{
  write: (request: WriteRequest) => Promise<HttpResponse>;
  stateWithdrawal: StateWithdrawal;
  processSoon: ProcessSoon;
  throttle: Throttle;
  unitOfWork: UnitOfWork<WithdrawalsTx>;
  timeoutMs: number;
  /** Waits a moment for the same statement that is being stored. */
  pause: () => Promise<void>;
}>;

const MAX_PAUSES = 20;

/** What is stored of the response, without personal data. */
type Stored = Readonly<{ withdrawal_id: WithdrawalId; received_at: string }>;

export const makeConfirmWithdrawal =
  (deps: Deps): ConfirmWithdrawal =>
  async (sent) => {
    const { body } = await withDeadline(deps.timeoutMs, (beginCommit) =>
      afterOthers(deps, () => deps.write(requestOf(deps, sent, beginCommit))),
    );
    const { withdrawal_id: id, received_at: at }: Partial<Stored> = JSON.parse(body);
    // the error of an order that has gone, or a response that was erased
    if (id === undefined || at === undefined)
      throw new HttpError(404, 'not_found', 'There is no such order or statement any more.');
    const receivedAt = new Date(at);
    if (sent.actor.order === undefined) return { receivedAt, withdrawal: undefined };
    await deps.processSoon();
    return { receivedAt, withdrawal: await deps.unitOfWork.run((tx) => tx.withdrawals.find(id)) };
  };

/** Repeats a task while the same statement is being stored. */
const afterOthers = async <T>({ pause }: Deps, task: () => Promise<T>): Promise<T> => {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return await task();
    } catch (error) {
      const isInProgress = error instanceof HttpError && error.code === 'idempotency_in_progress';
      if (!isInProgress || pauses === MAX_PAUSES) throw error;
      await pause();
    }
  }
};

const requestOf = (
  { stateWithdrawal, throttle }: Deps,
  { actor, address, statement, nonce, toProblem }: SentStatement,
  beginCommit: () => void,
): WriteRequest => {
  const { items, ...stated } = statement;
  // with what was stated: another statement is another request, also with the same nonce
  const key = hash('sha256', JSON.stringify([nonce, actor.order?.id, statement]), 'base64url');
  return {
    prepare: async () => {
      await throttleStatement(throttle, { actor, address });
      return respond(
        stateWithdrawal(actor, { ...stated, items: items && toFulfilledItems(items) }),
        ({ id, createdAt }) => ({
          status: 201,
          body: { withdrawal_id: id, received_at: createdAt.toISOString() } satisfies Stored,
        }),
      );
    },
    idempotency: {
      key: { account: 'withdrawal page', operation: 'POST /withdraw/confirm', key },
      fingerprint: key,
      formerFingerprints: [],
    },
    hasExternalEffects: false,
    // a statement that is sent twice counts once against the limit
    reservesKey: true,
    isDryRun: false,
    secretMembers: undefined,
    toProblem,
    beginCommit,
  };
};
