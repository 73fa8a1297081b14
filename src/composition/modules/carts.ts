import { makeThrottleGuest, makeThrottleGuestOrder, type Throttle } from '#adapters/http/admission/throttle.ts';
import { makeRequireReturnPage } from '#adapters/http/authorization/return-pages.ts';
import { cartsRoutes } from '#adapters/http/carts/cart-operations.ts';
import { cartEvents } from '#adapters/http/carts/schemas.ts';
import { checkoutsRoutes } from '#adapters/http/checkouts/checkout-operations.ts';
import { checkoutEvents } from '#adapters/http/checkouts/schemas.ts';
import { makeIsAllowedOrigin } from '#adapters/http/server/cors.ts';
import { makeCartTokens, makeCheckoutTokens } from '#adapters/system/id-tokens.ts';
import { untilEmpty } from '#adapters/system/periodic-task.ts';
import type { BearerTokens } from '#core/access/bearer-tokens.ts';
import { makePriceContents } from '#core/carts/price-contents.ts';
import { idleMs, makeAnnounceAbandonedCart } from '#core/carts/use-cases/announce-abandoned-carts.ts';
import { makeMergeCart } from '#core/carts/use-cases/merge-cart.ts';
import { makeShowCart } from '#core/carts/use-cases/show-cart.ts';
import { makeCreateCart, makeDeleteCart, makeUpdateCart } from '#core/carts/use-cases/write-carts.ts';
import { makeCancelCheckout } from '#core/checkouts/use-cases/cancel-checkout.ts';
import { makeCompleteCheckout } from '#core/checkouts/use-cases/complete-checkout.ts';
import { makeShowCheckout } from '#core/checkouts/use-cases/show-checkout.ts';
import { makeCreateCheckout, makeUpdateCheckout } from '#core/checkouts/use-cases/write-checkouts.ts';
import { makeCancelOrder } from '#core/orders/use-cases/cancel-order.ts';
import { makeCreateOrder } from '#core/orders/use-cases/create-order.ts';
import { makeCreatePaymentLink } from '#core/payments/links/use-cases/write-payment-links.ts';
import { BACKGROUND } from '../background.ts';
import type { Config } from '../config.ts';
import { type Binding, constant, provide } from '../injection.ts';
import { ACCESS } from '../tokens/access.ts';
import { CARTS } from '../tokens/carts.ts';
import { HTTP } from '../tokens/http.ts';
import { INVOICES } from '../tokens/invoices.ts';
import { ORDERS } from '../tokens/orders.ts';
import { PAYMENTS } from '../tokens/payments.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, ids, encryption, config, tokens } = SYSTEM;
const { unitOfWork, cartQueries, checkoutQueries, catalogQueries: products, shopRulesQueries: rules } = STORAGE;
const { priceContents, cartTokens, checkoutTokens } = CARTS;
const { cursors, throttle, codeGuesses } = HTTP;

/** How often expired carts and checkouts are removed. */
const REMOVAL_MS = 600_000;

/** A month, for questions about a checkout that was not completed. */
const KEPT_AFTER_EXPIRY_MS = 30 * 24 * 3_600_000;

type CheckoutUseCaseDeps = Omit<
  Parameters<typeof makeCompleteCheckout>[0],
  'createOrder' | 'createPaymentLink' | 'newGuest'
> &
  Parameters<typeof makeCreateOrder>[0] &
  Parameters<typeof makeCreatePaymentLink>[0] &
  Readonly<{ tokens: BearerTokens }>;

const CHECKOUT_DEPS = {
  ...{ unitOfWork, cartQueries, checkoutQueries, priceContents, checkoutTokens, rules, clock, systemClock, ids },
  ...{ priceOrder: ORDERS.priceOrder, payments: PAYMENTS.orderPayments, invoices: INVOICES.orderInvoices },
  ...{ createPayment: PAYMENTS.createPayment, beginPayment: PAYMENTS.beginPayment },
  savePaymentMethod: PAYMENTS.savePaymentMethod,
  ...{ paymentLinkUrl: PAYMENTS.paymentLinkUrl, throttle, codeGuesses, encryption, tokens, config },
};

/** What the API and the page do with checkouts. */
const checkoutUseCases = ({ tokens, ...deps }: CheckoutUseCaseDeps) => ({
  showCheckout: makeShowCheckout(deps),
  updateCheckout: makeUpdateCheckout(deps),
  completeCheckout: makeCompleteCheckout({
    ...deps,
    createOrder: makeCreateOrder(deps),
    createPaymentLink: makeCreatePaymentLink(deps),
    // nobody has this secret: the token of the checkout opens the order
    newGuest: () => ({ secretHash: tokens.make('cpo').hash }),
  }),
});

const limitsOf = (throttle: Throttle, config: Config) => ({
  throttleGuest: makeThrottleGuest(throttle, config.guestCartRateLimit),
  throttleGuestOrder: makeThrottleGuestOrder(throttle, config.guestOrderRateLimit),
});

/** Carts, and checkouts by which they become orders. */
export const cartsModule = (publicUrl: () => string): readonly Binding[] => [
  provide(cartTokens, { encryption }, ({ encryption }) => makeCartTokens(encryption)),
  provide(checkoutTokens, { encryption }, ({ encryption }) => makeCheckoutTokens(encryption)),
  provide(priceContents, { products, priceOrder: ORDERS.priceOrder, clock }, makePriceContents),
  provide(BACKGROUND.workers, { cartQueries, checkoutQueries, clock }, ({ cartQueries, checkoutQueries, clock }) => [
    {
      name: 'removal of expired carts',
      intervalMs: REMOVAL_MS,
      run: untilEmpty(() => cartQueries.removeExpired(clock.now())),
    },
    {
      name: 'removal of expired checkouts',
      intervalMs: REMOVAL_MS,
      run: untilEmpty(() => checkoutQueries.removeExpired(new Date(clock.now().getTime() - KEPT_AFTER_EXPIRY_MS))),
    },
  ]),
  provide(BACKGROUND.dueWork, { unitOfWork, cartQueries, rules, clock }, (deps) => [
    {
      name: 'announcement of abandoned carts',
      intervalMs: 10_000,
      nextDueAt: async (after) => {
        const wait = idleMs(await deps.rules.get());
        const idleSince = await deps.cartQueries.nextIdle(new Date(after.getTime() - wait));
        return idleSince && new Date(idleSince.getTime() + wait);
      },
      run: untilEmpty(makeAnnounceAbandonedCart(deps)),
    },
  ]),
  constant(HTTP.eventSchemas, cartEvents),
  constant(HTTP.eventSchemas, checkoutEvents),
  provide(
    HTTP.routes,
    { cartQueries, priceContents, cartTokens, clock, ids, cursors, throttle, codeGuesses, config },
    ({ config, ...deps }) =>
      cartsRoutes({
        ...deps,
        throttleGuest: makeThrottleGuest(deps.throttle, config.guestCartRateLimit),
        showCart: makeShowCart(deps),
        createCart: makeCreateCart(deps),
        updateCart: makeUpdateCart(deps),
        deleteCart: makeDeleteCart(deps),
        mergeCart: makeMergeCart(deps),
      }),
  ),
  provide(HTTP.checkoutPages, { ...CHECKOUT_DEPS, shop: SHOP.cache }, ({ config, tokens, encryption, ...deps }) => ({
    ...deps,
    ...limitsOf(deps.throttle, config),
    ...checkoutUseCases({ ...deps, tokens }),
    digest: encryption.digest,
    rateLimit: config.rateLimit,
    timeoutMs: config.requestTimeoutMs,
  })),
  provide(
    HTTP.routes,
    { ...CHECKOUT_DEPS, allowedOrigins: ACCESS.allowedOrigins },
    ({ config, tokens, encryption, allowedOrigins, ...deps }) => {
      const isAllowedOrigin = makeIsAllowedOrigin({ corsOrigins: config.corsOrigins, allowedOrigins });
      return checkoutsRoutes({
        ...deps,
        ...limitsOf(deps.throttle, config),
        ...checkoutUseCases({ ...deps, tokens }),
        publicUrl,
        digest: encryption.digest,
        requireReturnPage: makeRequireReturnPage({ ...deps, isAllowedOrigin }),
        createCheckout: makeCreateCheckout(deps),
        cancelCheckout: makeCancelCheckout({ ...deps, cancelOrder: makeCancelOrder(deps) }),
      });
    },
  ),
];
