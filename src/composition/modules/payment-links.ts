import { paymentLinksRoutes } from '#adapters/http/payment-links/payment-link-operations.ts';
import { paymentLinkEvents } from '#adapters/http/payment-links/schemas.ts';
import { makePaymentLinkTokens } from '#adapters/system/payment-link-tokens.ts';
import {
  makeCreatePaymentLink,
  makeDeactivatePaymentLink,
  makeSendPaymentLink,
} from '#core/payments/links/use-cases/write-payment-links.ts';
import { type Binding, constant, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { PAYMENTS } from '../tokens/payments.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, ids, encryption } = SYSTEM;
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
