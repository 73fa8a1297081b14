import { accessLevelOf } from '#core/access/ownership.ts';
import { checkoutView } from '#core/checkouts/checkout-view.ts';
import type { ShownCheckout } from '#core/checkouts/shown-checkout.ts';
import type { CancelCheckout } from '#core/checkouts/use-cases/cancel-checkout.ts';
import type { CompleteCheckout } from '#core/checkouts/use-cases/complete-checkout.ts';
import type { ShowCheckout } from '#core/checkouts/use-cases/show-checkout.ts';
import type { CreateCheckout, UpdateCheckout } from '#core/checkouts/use-cases/write-checkouts.ts';
import type { PaymentLinkUrl } from '#core/payments/links/use-cases/prepare-payment-link-mail.ts';
import { Actor } from '#core/shared/actor.ts';
import { dryRunUnsupported } from '#core/shared/domain-error.ts';
import type { IdTokens } from '#core/shared/id-tokens.ts';
import { type ContentsLimits, limitContents } from '../admission/contents-limits.ts';
import { requireNoDryRun, toIdempotentRequest, toSavingRequest } from '../admission/gateway-requests.ts';
import type { ThrottleGuestOrder } from '../admission/throttle.ts';
import type { RequireReturnPage } from '../authorization/return-pages.ts';
import { respond } from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import { type ApiResponse, type TaggedRoute, tagged } from '../routing/route.ts';
import { clientKey } from '../server/client-network.ts';
import { completeLimited, updateLimited } from './limited-checkouts.ts';
import { checkoutInput, checkoutPatch, checkoutSchema, completionInput } from './schemas.ts';

export type CheckoutDeps = ContentsLimits &
  Readonly<{
    showCheckout: ShowCheckout;
    createCheckout: CreateCheckout;
    updateCheckout: UpdateCheckout;
    completeCheckout: CompleteCheckout;
    cancelCheckout: CancelCheckout;
    checkoutTokens: IdTokens<'chk'>;
    paymentLinkUrl: PaymentLinkUrl;
    publicUrl: () => string;
    throttleGuestOrder: ThrottleGuestOrder;
    requireReturnPage: RequireReturnPage;
    /** A keyed digest: the client's address is not stored. */
    digest: (text: string) => string;
  }>;

const WRITE = { kind: 'scope', scope: 'orders:write', own: true } as const;

const CHECKOUT = { description: 'The checkout.', schema: checkoutSchema };

const SECRETS = ['client_secret', 'url', 'payment_url'];

const ACTIONS = { complete: WRITE, cancel: WRITE };

/** A checkout with the addresses of its pages. */
const responseFor =
  ({ checkoutTokens, paymentLinkUrl, publicUrl }: CheckoutDeps, actor: Actor) =>
  (shown: ShownCheckout): ApiResponse & Readonly<{ body: object }> => {
    const { paymentLinkId } = shown;
    const { id, version } = shown.checkout;
    // whoever has the address may complete it, as visitors with its token may
    const mayComplete = Actor.isVisitor(actor) || accessLevelOf(actor, 'orders:write') !== 'none';
    const body = {
      ...checkoutView(shown, actor),
      url: mayComplete ? `${publicUrl()}/checkout/${checkoutTokens.sign(id)}` : null,
      payment_url: mayComplete && paymentLinkId !== null ? paymentLinkUrl(paymentLinkId) : null,
    };
    return { status: 200, body, version };
  };

const getCheckout = (deps: CheckoutDeps) =>
  readOperation({
    path: '/api/checkouts/{id}',
    id: 'chk',
    operationId: 'getCheckout',
    summary: 'Get a checkout',
    description:
      'Priced as its order would be now (`quote`); once it has placed the order, with that and its open payment instead. ' +
      'Nothing is reserved before.',
    access: { kind: 'scope', scope: 'orders:read', own: true },
    isCostly: () => true,
    versioned: true,
    responses: { 200: CHECKOUT },
    read: async ({ actor, id }) => responseFor(deps, actor)(await deps.showCheckout(actor, id)),
  });

const createCheckout = (deps: CheckoutDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/checkouts',
    operationId: 'createCheckout',
    isThrottled: 'visitors',
    summary: 'Create a checkout',
    description:
      'Of a cart, or of items. `missing` names what is needed before it can be completed, here or on the page at `url`. It ' +
      'lasts a day. Only this response shows a visitor the `client_secret`, which opens the checkout as the header ' +
      '`Checkout-Token`; guests with a `cart_id` send its `Cart-Token`. Emits `checkout.created`.',
    access: WRITE,
    isCostly: () => true,
    secretMembers: SECRETS,
    body: checkoutInput,
    responses: { 201: CHECKOUT },
    problems: ['unknown_reference', 'invalid_state'],
    write: async ({ actor, address, body, isDryRun }) => {
      const { cart_id: cartId, user_id: userId, accepted, return_url: returnUrl, ...fields } = body;
      const isVisitor = Actor.isVisitor(actor);
      await deps.requireReturnPage(actor, returnUrl);
      const work = await limitContents(deps, { actor, address, isDryRun, codes: fields.discount_codes }, () =>
        deps.createCheckout(actor, { cartId, userId, fields, accepted, returnUrl }),
      );
      return respond(work, (created) => {
        const { body: view, ...response } = responseFor(deps, actor)(created);
        const { id } = created.checkout;
        return {
          ...response,
          status: 201,
          body: isVisitor ? { ...view, client_secret: deps.checkoutTokens.sign(id) } : view,
          shown: view,
          location: `/api/checkouts/${id}`,
        };
      });
    },
  });

const updateCheckout = (deps: CheckoutDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/checkouts/{id}',
    id: 'chk',
    operationId: 'updateCheckout',
    summary: 'Update a checkout',
    description: 'A JSON Merge Patch (RFC 7396), until it has placed its order. Emits `checkout.updated`.',
    access: WRITE,
    isThrottled: 'visitors',
    isCostly: () => true,
    versioned: true,
    secretMembers: SECRETS,
    body: checkoutPatch,
    responses: { 200: CHECKOUT },
    actions: ACTIONS,
    problems: ['unknown_reference', 'invalid_state'],
    write: async ({ actor, id, address, body, expected, isDryRun }) => {
      const { accepted, return_url: returnUrl, ...patch } = body;
      await deps.requireReturnPage(actor, returnUrl);
      const command = { id, patch, accepted, returnUrl, expected };
      return respond(await updateLimited(deps, { actor, address, isDryRun }, command), responseFor(deps, actor));
    },
  });

const completeCheckout = (deps: CheckoutDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/checkouts/{id}/complete',
    id: 'chk',
    operationId: 'completeCheckout',
    isThrottled: 'visitors',
    scansForCardNumbers: true,
    hasExternalEffects: true,
    summary: 'Complete a checkout',
    description:
      'Places the order and begins its payment in one step: never two orders, whatever is sent at once. The status is ' +
      '`completed` once the order is paid; where the payer must act first, redirect them to `payment.next_action`. After a ' +
      'decline (402) the order exists: complete the checkout again with another payment method. Without `payment_method` ' +
      'the order is paid at `payment_url`; a free order needs neither. ' +
      'Visitors have no dry run: the checkout shows what it orders. ' +
      'Emits `order.created`, `checkout.updated`, and the events of the payment.',
    access: WRITE,
    secretMembers: SECRETS,
    body: completionInput,
    bodyOptional: true,
    responses: { 200: CHECKOUT },
    actions: ACTIONS,
    problems: [
      'invalid_state',
      'unknown_reference',
      'currency_mismatch',
      'total_changed',
      'insufficient_stock',
      'too_many_unpaid_orders',
      'too_much_unpaid_stock',
      'payment_declined',
      'gateway_error',
      'dry_run_unsupported',
    ],
    write: async ({ actor, id, address, body, idempotency, isDryRun }) => {
      const { expected_total: expectedTotal, payment_method: method, gateway, return_url: returnUrl = null } = body;
      if (method !== undefined) requireNoDryRun(isDryRun);
      // one would tell whether an e-mail has ordered before
      if (isDryRun && Actor.isVisitor(actor)) throw dryRunUnsupported('The checkout itself shows what it would order.');
      await deps.requireReturnPage(actor, returnUrl);
      const payment = method && {
        token: method.token,
        method: method.id === undefined ? undefined : { id: method.id, isOffSession: false },
        saving: method.save === true ? toSavingRequest(deps, id, method.token) : null,
        ...{ gateway, returnUrl, address, idempotency: toIdempotentRequest(idempotency) },
      };
      const command = { id, expectedTotal, payment, client: deps.digest(clientKey(address)) };
      return respond(await completeLimited(deps, { actor, address, isDryRun }, command), responseFor(deps, actor));
    },
  });

const cancelCheckout = (deps: CheckoutDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/checkouts/{id}/cancel',
    id: 'chk',
    operationId: 'cancelCheckout',
    hasExternalEffects: true,
    summary: 'Cancel a checkout',
    description:
      'Ends it, and cancels the order that it has placed. One that is `completed` is rejected: cancel its order instead. ' +
      'Emits `checkout.updated` before there is an order, and `order.cancelled` afterwards.',
    access: WRITE,
    versioned: true,
    secretMembers: SECRETS,
    responses: { 200: CHECKOUT },
    actions: ACTIONS,
    problems: ['invalid_state', 'gateway_error', 'dry_run_unsupported'],
    write: async ({ actor, id, expected, isDryRun }) =>
      respond(await deps.cancelCheckout(actor, { id, expected, isDryRun }), responseFor(deps, actor)),
  });

export const checkoutsRoutes = (deps: CheckoutDeps): TaggedRoute[] =>
  tagged('Checkouts', [
    createCheckout(deps),
    getCheckout(deps),
    updateCheckout(deps),
    completeCheckout(deps),
    cancelCheckout(deps),
  ]);
