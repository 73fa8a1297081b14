import { ownerFilterOf, requireOwnership } from '#core/access/ownership.ts';
import type { WithdrawalQueries } from '#core/withdrawals/ports.ts';
import { withdrawalList } from '#core/withdrawals/withdrawal-view.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { foundResponse, requireFound } from '../responses/responses.ts';
import { readOperation } from '../routing/operation.ts';
import { withdrawalPageSchema, withdrawalSchema } from './schemas.ts';

export type WithdrawalReadDeps = Readonly<{ queries: WithdrawalQueries; cursors: Cursors }>;

const READ_OWN = { kind: 'scope', scope: 'orders:read', own: true } as const;

export const listWithdrawals = ({ queries, cursors }: WithdrawalReadDeps) =>
  listOperation({
    path: '/api/withdrawals',
    operationId: 'listWithdrawals',
    summary: 'List withdrawals',
    description: 'The newest first. Customers see the withdrawals from their own orders.',
    access: READ_OWN,
    list: withdrawalList,
    pageSchema: withdrawalPageSchema,
    cursors,
    cursorAudience: ({ actor }) => ownerFilterOf(actor, 'orders:read') ?? '',
    read: (query, { actor }) => queries.list({ ...query, ownerId: ownerFilterOf(actor, 'orders:read') }),
  });

export const getWithdrawal = ({ queries }: WithdrawalReadDeps) =>
  readOperation({
    path: '/api/withdrawals/{id}',
    id: 'wdr',
    operationId: 'getWithdrawal',
    summary: 'Get a withdrawal',
    description: 'A withdrawal with its version. Customers and guests see the withdrawals from their own orders.',
    access: READ_OWN,
    versioned: true,
    responses: { 200: { description: 'The withdrawal.', schema: withdrawalSchema } },
    read: async ({ actor, id }) => {
      const { orderId, ...found } = requireFound(await queries.find(id), 'withdrawal', id);
      const ofOrder = orderId === null ? {} : { orderId };
      requireOwnership(actor, 'orders:read', { kind: 'withdrawal', id, userId: found.userId, ...ofOrder });
      return foundResponse(found);
    },
  });
