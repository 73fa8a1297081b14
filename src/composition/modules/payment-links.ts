import { paymentLinksRoutes } from '#adapters/http/payment-links/payment-link-operations.ts';
import { paymentLinkEvents } from '#adapters/http/payment-links/schemas.ts';
import { makePaymentLinkTokens } from '#adapters/system/id-tokens.ts';
import { makePayByLink } from '#core/payments/links/use-cases/pay-by-link.ts';
import { makeShowPaymentLink } from '#core/payments/links/use-cases/show-payment-link.ts';
import {
  makeCreatePaymentLink,
  makeDeactivatePaymentLink,
  makeSendPaymentLink,
} from '#core/payments/links/use-cases/write-payment-links.ts';
import { type Binding, constant, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { PAYMENTS } from '../tokens/payments.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, ids, encryption, config } = SYSTEM;
const { unitOfWork } = STORAGE;
const { paymentLinkUrl, paymentLinkTokens } = PAYMENTS;

/** Links by which the staff collects payments, and the page that they lead to. */
export const paymentLinksModule = (publicUrl: () => string): readonly Binding[] => [
  provide(paymentLinkTokens, { encryption }, ({ encryption }) => makePaymentLinkTokens(encryption)),
  provide(
    paymentLinkUrl,
    { tokens: paymentLinkTokens },
    ({ tokens }) =>
      (id) =>
        `${publicUrl()}/pay/${tokens.sign(id)}`,
  ),
  provide(
    HTTP.payPages,
    {
      ...{ unitOfWork, ids, encryption, config, shop: SHOP.cache, rules: STORAGE.shopRulesQueries },
      ...{ createPayment: PAYMENTS.createPayment, beginPayment: PAYMENTS.beginPayment, gateways: PAYMENTS.gateways },
      ...{ tokens: paymentLinkTokens, throttle: HTTP.throttle },
      checkoutQueries: STORAGE.checkoutQueries,
    },
    ({ config, encryption, ...deps }) => ({
      ...deps,
      digest: encryption.digest,
      showPaymentLink: makeShowPaymentLink(deps),
      payByLink: makePayByLink(deps),
      rateLimit: config.rateLimit,
      timeoutMs: config.requestTimeoutMs,
    }),
  ),
  constant(HTTP.eventSchemas, paymentLinkEvents),
  provide(
    HTTP.routes,
    {
      ...{ clock, ids, paymentLinkUrl, linkQueries: STORAGE.paymentLinkQueries },
      ...{ cursors: HTTP.cursors, throttle: HTTP.throttle },
    },
    (deps) =>
      paymentLinksRoutes({
        ...deps,
        createPaymentLink: makeCreatePaymentLink(deps),
        sendPaymentLink: makeSendPaymentLink(deps),
        deactivatePaymentLink: makeDeactivatePaymentLink(deps),
      }),
  ),
];
