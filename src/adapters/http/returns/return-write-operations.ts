import type { RefundSoon } from '#core/orders/use-cases/refund-orders.ts';
import { returnView } from '#core/returns/return.ts';
import type { DecideReturn } from '#core/returns/use-cases/decide-return.ts';
import type { ReceiveReturn, RefundReturnSoon } from '#core/returns/use-cases/receive-return.ts';
import type { RequestReturn } from '#core/returns/use-cases/request-return.ts';
import type { ReturnItems } from '#core/returns/use-cases/return-items.ts';
import { invalid } from '#core/shared/domain-error.ts';
import { showingRefund } from '../responses/refund-response.ts';
import { createdResponse, resourceResponse, respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import { withRefundParts } from '../schemas/refund-parts.ts';
import { type ReturnInput, receiptInput, returnInput, returnSchema } from './schemas.ts';

export type ReturnWriteDeps = Readonly<{
  requestReturn: RequestReturn;
  returnItems: ReturnItems;
  decideReturn: DecideReturn;
  receiveReturn: ReceiveReturn;
  refundSoon: RefundSoon;
  refundReturnSoon: RefundReturnSoon;
}>;

const WRITE = { kind: 'scope', scope: 'orders:write' } as const;

const receivedReturn = withRefundParts(returnSchema, 'ReceivedReturn');

export const createReturn = ({ requestReturn, returnItems, refundSoon }: ReturnWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/orders/{id}/returns',
    id: 'ord',
    operationId: 'createReturn',
    summary: 'Create a return',
    description:
      'Requests to send fulfilled items back. Where the rule `customer_permissions` contains `request_return`, customers may do it for ' +
      'their own orders, and guests for the order of their `Order-Token`. With `received`, the staff records items that are ' +
      'here already, like a return that is approved and received; a dry run of it shows `refund_parts`. Emits `return.created`, and ' +
      'with `received` what the receipt emits.',
    access: { ...WRITE, own: true },
    body: returnInput,
    responses: { 201: { description: 'The return.', schema: receivedReturn } },
    problems: ['invalid_state', 'unknown_reference', 'total_changed'],
    write: ({ actor, id: orderId, body, isDryRun }) => {
      const { reason = null, received = false, expected_refund: expectedRefund } = body;
      const created = createdResponse(returnView, '/api/returns');
      const items = body.items.map(toReturned);
      if (!received) {
        requireNoDecision(body);
        return respond(requestReturn(actor, { orderId, items, reason }), created);
      }
      return respond(returnItems(actor, { orderId, items, reason, expectedRefund }), ({ received: done, parts }) =>
        isDryRun ? showingRefund(created(done), parts) : created(done),
      );
    },
    afterCommit: async ({ id, body }) => {
      if (body.received) await refundSoon(id);
    },
  });

const toReturned = ({
  item_id: itemId,
  quantity,
  reason = null,
  restock: isRestocked,
  refund,
}: ReturnInput['items'][number]) => ({ itemId, quantity, reason, isRestocked, refund });

const DECISIONS = ['restock', 'refund'] as const;

/** What is done with items is decided when they are received. @throws DomainError `validation_failed`. */
const requireNoDecision = ({ items, expected_refund: expected }: ReturnInput): void => {
  const decided = items.flatMap((item, index) =>
    DECISIONS.filter((name) => item[name] !== undefined).map((name) => ['items', index, name]),
  );
  const paths = expected === undefined ? decided : [...decided, ['expected_refund']];
  const message = 'must be omitted unless received is true';
  if (paths.length > 0) throw invalid(paths.map((path) => ({ path, code: 'any.unknown', message })));
};

export const approveReturn = ({ decideReturn }: ReturnWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/returns/{id}/approve',
    id: 'ret',
    operationId: 'approveReturn',
    summary: 'Approve a return',
    description: 'Lets the buyer send the items of a requested return. Emits `return.updated`.',
    access: WRITE,
    versioned: true,
    responses: { 200: { description: 'The approved return.', schema: returnSchema } },
    problems: ['invalid_state'],
    write: ({ actor, id, expected }) =>
      respond(decideReturn(actor, { id, decision: 'approve', expected }), resourceResponse(returnView)),
  });

export const closeReturn = ({ decideReturn }: ReturnWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/returns/{id}/close',
    id: 'ret',
    operationId: 'closeReturn',
    summary: 'Close a return',
    description:
      'Ends a return of which a part was received and the rest will not come. The rest may be requested again. Emits ' +
      '`return.updated`.',
    access: WRITE,
    versioned: true,
    responses: { 200: { description: 'The received return.', schema: returnSchema } },
    problems: ['invalid_state'],
    write: ({ actor, id, expected }) =>
      respond(decideReturn(actor, { id, decision: 'close', expected }), resourceResponse(returnView)),
  });

export const rejectReturn = ({ decideReturn }: ReturnWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/returns/{id}/reject',
    id: 'ret',
    operationId: 'rejectReturn',
    summary: 'Reject a return',
    description: 'Ends a return that was not received. Its items may be requested again. Emits `return.updated`.',
    access: WRITE,
    versioned: true,
    responses: { 200: { description: 'The rejected return.', schema: returnSchema } },
    problems: ['invalid_state'],
    write: ({ actor, id, expected }) =>
      respond(decideReturn(actor, { id, decision: 'reject', expected }), resourceResponse(returnView)),
  });

export const receiveReturn = ({ receiveReturn, refundReturnSoon }: ReturnWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/returns/{id}/receive',
    id: 'ret',
    operationId: 'receiveReturn',
    summary: 'Receive a return',
    description:
      'Records that items of an approved return came back: all that are still to come, or the quantities that the body names. ' +
      'What is missing may be received later, or the return is closed. Their stock is restored, and what was paid for them, ' +
      'with their discounts and tax, is `refund_due` of the order, and refunded at once, or as soon as the gateway responds, ' +
      'unless the body says otherwise. A dry run shows in `refund_parts` what would be refunded. Emits `return.updated`, `order.updated`, and `product.updated` for each changed stock.',
    access: WRITE,
    versioned: true,
    body: receiptInput,
    bodyOptional: true,
    responses: { 200: { description: 'The return; `received` once everything came back.', schema: receivedReturn } },
    problems: ['invalid_state', 'unknown_reference', 'total_changed'],
    write: ({ actor, id, body, expected, isDryRun }) => {
      const decisions = (body.items ?? []).map(({ item_id: itemId, quantity, restock: isRestocked, refund }) => ({
        itemId,
        quantity,
        isRestocked,
        refund,
      }));
      const command = { id, decisions, expected, expectedRefund: body.expected_refund };
      return respond(receiveReturn(actor, command), ({ received, parts }) => {
        const response = resourceResponse(returnView)(received);
        return isDryRun ? showingRefund(response, parts) : response;
      });
    },
    afterCommit: ({ id }) => refundReturnSoon(id),
  });
