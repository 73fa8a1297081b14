import { toFulfilledItems } from '#core/orders/fulfillment.ts';
import type { AcceptWithdrawal, RejectWithdrawal } from '#core/withdrawals/use-cases/decide-withdrawal.ts';
import type { FinishWithdrawal, ProcessSoon } from '#core/withdrawals/use-cases/process-withdrawals.ts';
import type { StateWithdrawal } from '#core/withdrawals/use-cases/state-withdrawal.ts';
import type { Withdrawal } from '#core/withdrawals/withdrawal.ts';
import { withdrawalView } from '#core/withdrawals/withdrawal-view.ts';
import type { Throttle } from '../admission/throttle.ts';
import { createdResponse, resourceResponse, respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import type { ApiResponse } from '../routing/route.ts';
import { withdrawalAcceptance, withdrawalInput, withdrawalReceipt, withdrawalSchema } from './schemas.ts';
import { throttleStatement } from './statement-throttle.ts';

export type WithdrawalWriteDeps = Readonly<{
  stateWithdrawal: StateWithdrawal;
  acceptWithdrawal: AcceptWithdrawal;
  rejectWithdrawal: RejectWithdrawal;
  processSoon: ProcessSoon;
  finishWithdrawal: FinishWithdrawal;
  throttle: Throttle;
}>;

export const createWithdrawal = ({ stateWithdrawal, processSoon, throttle }: WithdrawalWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/withdrawals',
    operationId: 'createWithdrawal',
    isThrottled: true,
    summary: 'Create a withdrawal',
    description:
      'States the withdrawal of a consumer from an order. It is stored whatever the state of the order is, confirmed by mail, ' +
      'and counts from now; then it is accepted or rejected by the terms of the order. Customers name their order by ' +
      '`order_id` or `subscription_id`, guests by their `Order-Token`, also that of a mail’s link, and everybody by `order_number` and `email`: the ' +
      'response to the latter is the same whether there is such an order. Emits `withdrawal.created`.',
    access: { kind: 'optional' },
    body: withdrawalInput,
    responses: {
      201: { description: 'The withdrawal from an order that the caller can read.', schema: withdrawalSchema },
      202: { description: 'The receipt of a withdrawal by `order_number`.', schema: withdrawalReceipt },
    },
    problems: ['unknown_reference'],
    write: async (request) => {
      const { actor, body } = request;
      await throttleStatement(throttle, request);
      const {
        order_id: orderId,
        subscription_id: subscriptionId,
        order_number: number,
        items,
        note = null,
        ...rest
      } = body;
      const orderNumber = number === undefined ? undefined : String(number);
      const command = { ...rest, orderId, subscriptionId, orderNumber, note, items: items && toFulfilledItems(items) };
      return respond(stateWithdrawal(actor, command), shown);
    },
    afterCommit: ({ body }) => (body.order_number === undefined ? processSoon() : Promise.resolve()),
  });

const created = createdResponse(withdrawalView, '/api/withdrawals');

/** Who named the order by its number is told nothing of it. */
const shown = (withdrawal: Withdrawal): ApiResponse =>
  withdrawal.isVerified
    ? created(withdrawal)
    : { status: 202, body: { object: 'withdrawal_receipt', received_at: withdrawal.createdAt.toISOString() } };

const WRITE = { kind: 'scope', scope: 'orders:write' } as const;

export const acceptWithdrawal = ({ acceptWithdrawal, finishWithdrawal }: WithdrawalWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/withdrawals/{id}/accept',
    id: 'wdr',
    operationId: 'acceptWithdrawal',
    summary: 'Accept a withdrawal',
    description:
      'Accepts a withdrawal that waits, or that was rejected: what is not sent is cancelled and refunded at once, and what is ' +
      'sent comes back in an approved return. A subscription ends at once; what its invoices are refunded is up to the shop. Emits `withdrawal.updated`, and `order.updated`, `order.cancelled` or ' +
      '`return.created`.',
    access: WRITE,
    versioned: true,
    body: withdrawalAcceptance,
    bodyOptional: true,
    responses: { 200: { description: 'The accepted withdrawal.', schema: withdrawalSchema } },
    problems: ['invalid_state', 'unknown_reference'],
    write: async ({ actor, id, body: { order_id: orderId, items }, expected }) => {
      const command = { id, orderId, items: items && toFulfilledItems(items), expected };
      return respond(await acceptWithdrawal(actor, command), resourceResponse(withdrawalView));
    },
    afterCommit: ({ id }) => finishWithdrawal(id),
  });

export const rejectWithdrawal = ({ rejectWithdrawal }: WithdrawalWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/withdrawals/{id}/reject',
    id: 'wdr',
    operationId: 'rejectWithdrawal',
    summary: 'Reject a withdrawal',
    description: 'Rejects a withdrawal that waits, and mails it to the buyer. Emits `withdrawal.updated`.',
    access: WRITE,
    versioned: true,
    responses: { 200: { description: 'The rejected withdrawal.', schema: withdrawalSchema } },
    problems: ['invalid_state'],
    write: ({ actor, id, expected }) =>
      respond(rejectWithdrawal(actor, { id, expected }), resourceResponse(withdrawalView)),
  });
