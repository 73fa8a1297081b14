import { ownerFilterOf, requireOwnership } from '#core/access/ownership.ts';
import { paymentMethodList, paymentMethodView } from '#core/payments/methods/payment-method.ts';
import type { PaymentMethodQueries } from '#core/payments/methods/ports.ts';
import type {
  DeletePaymentMethod,
  SetDefaultPaymentMethod,
} from '#core/payments/methods/use-cases/change-payment-methods.ts';
import type { SavePaymentMethod } from '#core/payments/methods/use-cases/save-payment-method.ts';
import { requireNoDryRun, toIdempotentRequest } from '../admission/gateway-requests.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import {
  createdResponse,
  foundResponse,
  noContent,
  requireFound,
  resourceResponse,
  respond,
} from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';
import { objectOf } from '../schemas/object-of.ts';
import { paymentMethodInput, paymentMethodPage, paymentMethodSchema } from './payment-method-schemas.ts';

type PaymentMethodDeps = Readonly<{
  queries: PaymentMethodQueries;
  cursors: Cursors;
  savePaymentMethod: SavePaymentMethod;
  deletePaymentMethod: DeletePaymentMethod;
  setDefaultPaymentMethod: SetDefaultPaymentMethod;
}>;

const READ_OWN = { kind: 'scope', scope: 'payments:read', own: true } as const;
const WRITE_OWN = { kind: 'scope', scope: 'payments:write', own: true } as const;

const listPaymentMethods = ({ queries, cursors }: PaymentMethodDeps) =>
  listOperation({
    path: '/api/payment_methods',
    operationId: 'listPaymentMethods',
    summary: 'List payment methods',
    description: 'The newest first. Customers see their own.',
    access: READ_OWN,
    list: paymentMethodList,
    pageSchema: paymentMethodPage,
    cursors,
    cursorAudience: ({ actor }) => ownerFilterOf(actor, 'payments:read') ?? '',
    read: (query, { actor }) => queries.list({ ...query, ownerId: ownerFilterOf(actor, 'payments:read') }),
  });

const getPaymentMethod = ({ queries }: PaymentMethodDeps) =>
  readOperation({
    path: '/api/payment_methods/{id}',
    id: 'pm',
    operationId: 'getPaymentMethod',
    summary: 'Get a payment method',
    description: 'Customers see their own. The gateway’s reference is never shown.',
    access: READ_OWN,
    versioned: true,
    responses: { 200: { description: 'The payment method.', schema: paymentMethodSchema } },
    read: async ({ actor, id }) => {
      const found = requireFound(await queries.find(id), 'payment method', id);
      requireOwnership(actor, 'payments:read', { kind: 'payment method', id, userId: found.userId });
      return foundResponse(found);
    },
  });

const createPaymentMethod = ({ savePaymentMethod }: PaymentMethodDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/payment_methods',
    operationId: 'createPaymentMethod',
    summary: 'Save a payment method',
    description:
      'Saves the card or the account of a token at its gateway, so that it can be charged later while the payer is absent. ' +
      'The first one of a user becomes their default. The status is `saving` while the gateway’s outcome is unknown; the ' +
      'service asks the gateway until it is known. Emits `payment_method.created` once it is saved. Customers save their ' +
      'own, at most 20. Attempts and declines are limited as those of payments are (`rate_limited`).',
    access: WRITE_OWN,
    scansForCardNumbers: true,
    hasExternalEffects: true,
    body: paymentMethodInput,
    responses: { 201: { description: 'The saved payment method.', schema: paymentMethodSchema } },
    problems: ['payment_declined', 'gateway_error', 'invalid_state', 'dry_run_unsupported', 'unknown_reference'],
    write: async ({ actor, address, body, idempotency, isDryRun }) => {
      requireNoDryRun(isDryRun);
      const work = await savePaymentMethod(actor, {
        userId: body.user_id,
        token: body.token,
        gateway: body.gateway,
        returnUrl: body.return_url ?? null,
        address,
        idempotency: toIdempotentRequest(idempotency),
      });
      return respond(work, createdResponse(paymentMethodView, '/api/payment_methods'));
    },
  });

const noFields = objectOf<Readonly<Record<never, never>>>({})
  .id('DefaultPaymentMethodInput')
  .description('The choice of a default payment method; it has no fields.');

const setDefaultPaymentMethod = (deps: PaymentMethodDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/payment_methods/{id}/default',
    id: 'pm',
    operationId: 'setDefaultPaymentMethod',
    summary: 'Set the default payment method',
    description:
      'The former default is none any more. Emits `payment_method.updated` for both. Customers choose among their own.',
    access: WRITE_OWN,
    body: noFields,
    bodyOptional: true,
    responses: { 200: { description: 'The default payment method.', schema: paymentMethodSchema } },
    problems: ['invalid_state'],
    write: ({ actor, id }) => respond(deps.setDefaultPaymentMethod(actor, id), resourceResponse(paymentMethodView)),
  });

const deletePaymentMethod = (deps: PaymentMethodDeps) =>
  writeOperation({
    method: 'delete',
    path: '/api/payment_methods/{id}',
    id: 'pm',
    operationId: 'deletePaymentMethod',
    summary: 'Delete a payment method',
    description:
      'It cannot be charged any more, and the service removes it at its gateway afterwards. If it was the default, the ' +
      'newest other one becomes it. Emits `payment_method.deleted`. Customers delete their own.',
    access: WRITE_OWN,
    versioned: true,
    responses: { 204: { description: 'The payment method was deleted.' } },
    write: ({ actor, id, expected }) => noContent(deps.deletePaymentMethod(actor, { id, expected })),
  });

export const paymentMethodsRoutes = (deps: PaymentMethodDeps): TaggedRoute[] =>
  tagged('Payment methods', [
    listPaymentMethods(deps),
    createPaymentMethod(deps),
    getPaymentMethod(deps),
    setDefaultPaymentMethod(deps),
    deletePaymentMethod(deps),
  ]);
