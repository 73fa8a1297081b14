import { ownerFilterOf, requireOwnership } from '#core/access/ownership.ts';
import { Address } from '#core/shared/address.ts';
import type { SubscriptionQueries } from '#core/subscriptions/ports.ts';
import { subscriptionList, subscriptionView } from '#core/subscriptions/subscription-view.ts';
import type { ChangeSubscription } from '#core/subscriptions/use-cases/change-subscription.ts';
import type { MethodChoice } from '#core/subscriptions/use-cases/choose-method.ts';
import type { CreateSubscription } from '#core/subscriptions/use-cases/create-subscription.ts';
import type { ChangePreview, PreviewUpcoming } from '#core/subscriptions/use-cases/preview-subscription.ts';
import type { CodeGuesses } from '../admission/code-guesses.ts';
import { toIdempotentRequest } from '../admission/gateway-requests.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { createdResponse, foundResponse, requireFound, resourceResponse, respond } from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import { type ApiResponse, type TaggedRoute, tagged } from '../routing/route.ts';
import { type PaymentFields, subscriptionInput, subscriptionPatch } from './subscription-input-schemas.ts';
import { subscriptionPageSchema, subscriptionSchema } from './subscription-schemas.ts';
import { type SubscriptionStepsDeps, subscriptionStepRoutes } from './subscription-step-operations.ts';
import { changedSubscriptionSchema, upcomingSchema } from './upcoming-schema.ts';

export type SubscriptionOperationsDeps = Readonly<{
  queries: SubscriptionQueries;
  cursors: Cursors;
  createSubscription: CreateSubscription;
  changeSubscription: ChangeSubscription;
  codeGuesses: CodeGuesses;
  previewUpcoming: PreviewUpcoming;
}> &
  SubscriptionStepsDeps;

const READ_OWN = { kind: 'scope', scope: 'subscriptions:read', own: true } as const;
const WRITE_OWN = { kind: 'scope', scope: 'subscriptions:write', own: true } as const;

const PROBLEMS = [
  'payment_declined',
  'gateway_error',
  'invalid_state',
  'insufficient_stock',
  'too_many_unpaid_orders',
  'too_much_unpaid_stock',
  'dry_run_unsupported',
  'unknown_reference',
] as const;

const subscriptionResponse = resourceResponse(subscriptionView);

export const subscriptionRoutes = (deps: SubscriptionOperationsDeps): TaggedRoute[] =>
  tagged('Subscriptions', [
    listSubscriptions(deps),
    createSubscription(deps),
    getSubscription(deps),
    updateSubscription(deps),
    ...subscriptionStepRoutes(deps),
    getUpcoming(deps),
  ]);

const listSubscriptions = ({ queries, cursors }: SubscriptionOperationsDeps) =>
  listOperation({
    path: '/api/subscriptions',
    operationId: 'listSubscriptions',
    summary: 'List subscriptions',
    description: 'The newest first. Customers see their own.',
    access: READ_OWN,
    list: subscriptionList,
    pageSchema: subscriptionPageSchema,
    cursors,
    cursorAudience: ({ actor }) => ownerFilterOf(actor, 'subscriptions:read') ?? '',
    read: (query, { actor }) => queries.list({ ...query, ownerId: ownerFilterOf(actor, 'subscriptions:read') }),
  });

const getSubscription = ({ queries }: SubscriptionOperationsDeps) =>
  readOperation({
    path: '/api/subscriptions/{id}',
    id: 'sub',
    operationId: 'getSubscription',
    summary: 'Get a subscription',
    description: 'A subscription with its version. Customers see their own.',
    access: READ_OWN,
    versioned: true,
    responses: { 200: { description: 'The subscription.', schema: subscriptionSchema } },
    read: async ({ actor, id }) => {
      const found = requireFound(await queries.find(id), 'subscription', id);
      requireOwnership(actor, 'subscriptions:read', { kind: 'subscription', id, userId: found.userId });
      return foundResponse(found);
    },
  });

const createSubscription = (deps: SubscriptionOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/subscriptions',
    operationId: 'createSubscription',
    summary: 'Create a subscription',
    description:
      'Charges the first invoice at once, unless there is a trial, nothing is due, or invoices are sent. If the charge is ' +
      'declined, the response is 402 with the `payment_id`, and there is neither a subscription nor a numbered invoice. If ' +
      'the customer has to authenticate it, the subscription is `incomplete` and has the `next_action`; without it, it is ' +
      'cancelled after 23 hours, or where it holds goods after `order_expiry_minutes`. Goods that are not paid are limited ' +
      'with the unpaid orders of a customer (`too_much_unpaid_stock`). Customers subscribe for themselves. A dry run charges nothing, and shows the first invoice and the ' +
      'next `steps`. Emits `subscription.created`.',
    access: WRITE_OWN,
    scansForCardNumbers: true,
    hasExternalEffects: true,
    body: subscriptionInput,
    responses: { 201: { description: 'The created subscription.', schema: changedSubscriptionSchema } },
    problems: PROBLEMS,
    write: async ({ actor, address, body, idempotency, isDryRun }) => {
      const command = {
        userId: body.user_id,
        planId: body.plan_id,
        quantity: body.quantity ?? 1,
        method: methodOf(body),
        trialDays: body.trial_days,
        collection: body.collection ?? 'charge',
        discountCodes: body.discount_codes ?? [],
        taxId: body.tax_id ?? null,
        billingAddress: body.billing_address ? Address.of(body.billing_address) : null,
        metadata: body.metadata ?? {},
        returnUrl: body.return_url ?? null,
        address,
        idempotency: toIdempotentRequest(idempotency),
        isDryRun,
      } as const;
      const guess = { actor, address, codes: body.discount_codes };
      const work = await deps.codeGuesses.tryCodes(guess, () => deps.createSubscription(actor, command));
      const created = createdResponse(subscriptionView, '/api/subscriptions');
      return respond(work, ({ subscription, preview }) => withPreview(created(subscription), preview));
    },
  });

/** The response with what a dry run shows besides. */
const withPreview = (response: ApiResponse, preview: ChangePreview | undefined): ApiResponse =>
  preview === undefined ? response : { ...response, body: { ...(response.body as object), ...preview } };

const methodOf = ({ payment_method: choice, gateway }: PaymentFields): MethodChoice | undefined =>
  choice && { ...choice, gateway };

const updateSubscription = (deps: SubscriptionOperationsDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/subscriptions/{id}',
    id: 'sub',
    operationId: 'updateSubscription',
    summary: 'Update a subscription',
    description:
      'Changes the plan, the quantity, the payment method or the data. A new payment method is charged for what is owed ' +
      'within seconds. A dry run shows the invoice that the change makes at once, and the next `steps`. Customers change their ' +
      'own. Emits `subscription.updated`, or `subscription.renewed` where a new ' +
      'period begins.',
    access: WRITE_OWN,
    versioned: true,
    scansForCardNumbers: true,
    hasExternalEffects: true,
    body: subscriptionPatch,
    responses: { 200: { description: 'The updated subscription.', schema: changedSubscriptionSchema } },
    problems: PROBLEMS,
    write: async ({ actor, id, address, body, expected, idempotency, isDryRun }) => {
      const { plan_id: planId, quantity, discount_codes: discountCodes, tax_id: taxId, metadata, proration } = body;
      const { billing_address: billingAddress } = body;
      const command = {
        id,
        patch: { planId, quantity, discountCodes, taxId, billingAddress, metadata },
        proration,
        method: methodOf(body),
        returnUrl: body.return_url ?? null,
        address,
        idempotency: toIdempotentRequest(idempotency),
        expected,
        isDryRun,
      };
      const guess = { actor, address, codes: discountCodes };
      const work = await deps.codeGuesses.tryCodes(guess, () => deps.changeSubscription(actor, command));
      return respond(work, ({ subscription, preview }) => withPreview(subscriptionResponse(subscription), preview));
    },
  });

const getUpcoming = ({ previewUpcoming }: SubscriptionOperationsDeps) =>
  readOperation({
    path: '/api/subscriptions/{id}/upcoming',
    id: 'sub',
    operationId: 'getUpcoming',
    summary: 'Get what happens next to a subscription',
    description:
      'Up to the next renewal or the end: invoices with their amounts, charges, retries and the end. Customers see that of ' +
      'their own.',
    access: READ_OWN,
    responses: { 200: { description: 'The next steps.', schema: upcomingSchema } },
    read: async ({ actor, id }) => ({ status: 200, body: await previewUpcoming(actor, id) }),
  });
