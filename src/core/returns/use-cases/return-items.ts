// Why: docs/decisions/0076-jobs-of-the-staff-in-one-step.md

import type { Actor } from '#core/shared/actor.ts';
import type { ItemDecision } from '../received-items.ts';
import type { RequestedItem } from '../returnable-items.ts';
import type { DecideReturn } from './decide-return.ts';
import type { ReceiveReturn } from './receive-return.ts';
import type { RequestReturn } from './request-return.ts';

type Command = Pick<Parameters<RequestReturn>[1], 'orderId' | 'reason'> &
  Pick<Parameters<ReceiveReturn>[1], 'expectedRefund'> &
  Readonly<{ items: readonly (RequestedItem & Omit<ItemDecision, 'itemId' | 'quantity'>)[] }>;

/** Records a return whose items the staff has already: it is requested, approved and received in one transaction. */
export type ReturnItems = (actor: Actor, command: Command) => ReturnType<ReceiveReturn>;

type Deps = Readonly<{ requestReturn: RequestReturn; decideReturn: DecideReturn; receiveReturn: ReceiveReturn }>;

export const makeReturnItems =
  ({ requestReturn, decideReturn, receiveReturn }: Deps): ReturnItems =>
  (actor, { orderId, items, reason, expectedRefund }) =>
  async (tx) => {
    const { id } = await requestReturn(actor, { orderId, items, reason })(tx);
    const step = { id, expected: undefined };
    await decideReturn(actor, { ...step, decision: 'approve' })(tx);
    const decisions = items.map(({ itemId, isRestocked, refund }) => ({ itemId, isRestocked, refund }));
    return receiveReturn(actor, { ...step, decisions, expectedRefund })(tx);
  };
