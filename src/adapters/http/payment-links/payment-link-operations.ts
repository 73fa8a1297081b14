import {
  type PaymentLink,
  type PaymentLinkView,
  paymentLinkList,
  type StoredPaymentLinkView,
  storedPaymentLinkView,
} from '#core/payments/links/payment-link.ts';
import type { PaymentLinkQueries } from '#core/payments/links/ports.ts';
import type { PaymentLinkUrl } from '#core/payments/links/use-cases/prepare-payment-link-mail.ts';
import type {
  CreatePaymentLink,
  DeactivatePaymentLink,
  SendPaymentLink,
} from '#core/payments/links/use-cases/write-payment-links.ts';
import type { PayableId } from '#core/payments/payable-id.ts';
import { Json } from '#core/shared/page.ts';
import { MAILS, type Throttle } from '../admission/throttle.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { createdResponse, foundResponse, requireFound, resourceResponse, respond } from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';
import { paymentLinkInput, paymentLinkPageSchema, paymentLinkSchema } from './schemas.ts';

export type PaymentLinkDeps = Readonly<{
  linkQueries: PaymentLinkQueries;
  cursors: Cursors;
  createPaymentLink: CreatePaymentLink;
  sendPaymentLink: SendPaymentLink;
  deactivatePaymentLink: DeactivatePaymentLink;
  paymentLinkUrl: PaymentLinkUrl;
  throttle: Throttle;
}>;

const READ = { kind: 'scope', scope: 'payments:read' } as const;

const WRITE = { kind: 'scope', scope: 'payments:write' } as const;

const LINK = { description: 'The payment link.', schema: paymentLinkSchema };

const withUrl = (url: PaymentLinkUrl, view: StoredPaymentLinkView): PaymentLinkView => ({
  ...view,
  url: url(view.id),
});

const viewOf =
  ({ paymentLinkUrl }: PaymentLinkDeps) =>
  (link: PaymentLink): PaymentLinkView =>
    withUrl(paymentLinkUrl, storedPaymentLinkView(link));

/** Bounds the mails that a buyer gets about one order or invoice. */
const throttleMails = (throttle: Throttle, payableId: string): Promise<void> =>
  throttle('payment link mail', payableId, MAILS);

const listPaymentLinks = ({ linkQueries, cursors, paymentLinkUrl }: PaymentLinkDeps) =>
  listOperation({
    path: '/api/payment_links',
    operationId: 'listPaymentLinks',
    summary: 'List payment links',
    description: 'The newest first.',
    access: READ,
    list: paymentLinkList,
    pageSchema: paymentLinkPageSchema,
    cursors,
    read: async (query) => {
      const page = await linkQueries.list(query);
      return { ...page, items: page.items.map((item) => Json.of(withUrl(paymentLinkUrl, Json.parse(item)))) };
    },
  });

const getPaymentLink = ({ linkQueries, paymentLinkUrl }: PaymentLinkDeps) =>
  readOperation({
    path: '/api/payment_links/{id}',
    id: 'plink',
    operationId: 'getPaymentLink',
    summary: 'Get a payment link',
    description: 'A payment link with its version.',
    access: READ,
    versioned: true,
    responses: { 200: LINK },
    read: async ({ id }) => {
      const found = requireFound(await linkQueries.find(id), 'payment link', id);
      return foundResponse({ ...found, view: Json.of(withUrl(paymentLinkUrl, Json.parse(found.view))) });
    },
  });

const createPaymentLink = (deps: PaymentLinkDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/payment_links',
    operationId: 'createPaymentLink',
    isThrottled: true,
    summary: 'Create a payment link',
    description:
      'The address of a page where what is due of an order or an invoice is paid, by the gateways that customers may use. ' +
      'It lasts until it is deactivated, and charges nothing that is not due. With `send` it is mailed to the buyer, at ' +
      'most five times in an hour. Emits `payment_link.created`.',
    access: WRITE,
    secretMembers: ['url'],
    body: paymentLinkInput,
    responses: { 201: LINK },
    problems: ['invalid_state', 'unknown_reference'],
    write: async ({ actor, body: { order_id: orderId, invoice_id: invoiceId, send: isSent = false }, isDryRun }) => {
      // the schema requires one of the two
      const payableId = (orderId ?? invoiceId) as PayableId;
      if (isSent && !isDryRun) await throttleMails(deps.throttle, payableId);
      const work = deps.createPaymentLink(actor, { payableId, isSent });
      return respond(work, createdResponse(viewOf(deps), '/api/payment_links'));
    },
  });

const sendPaymentLink = (deps: PaymentLinkDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/payment_links/{id}/send',
    id: 'plink',
    operationId: 'sendPaymentLink',
    isThrottled: true,
    summary: 'Send a payment link',
    description: 'Mails it to the buyer, at most five times in an hour. Emits `payment_link.updated`.',
    access: WRITE,
    secretMembers: ['url'],
    versioned: true,
    responses: { 200: LINK },
    problems: ['invalid_state'],
    write: async ({ actor, id, expected, isDryRun }) => {
      if (!isDryRun) await throttleMails(deps.throttle, id);
      return respond(deps.sendPaymentLink(actor, { id, expected }), resourceResponse(viewOf(deps)));
    },
  });

const deactivatePaymentLink = (deps: PaymentLinkDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/payment_links/{id}/deactivate',
    id: 'plink',
    operationId: 'deactivatePaymentLink',
    summary: 'Deactivate a payment link',
    description: 'Nothing can be paid by it any more, and its page says so. Emits `payment_link.updated`.',
    access: WRITE,
    secretMembers: ['url'],
    versioned: true,
    responses: { 200: LINK },
    write: ({ actor, id, expected }) =>
      respond(deps.deactivatePaymentLink(actor, { id, expected }), resourceResponse(viewOf(deps))),
  });

export const paymentLinksRoutes = (deps: PaymentLinkDeps): TaggedRoute[] =>
  tagged('Payment links', [
    listPaymentLinks(deps),
    createPaymentLink(deps),
    getPaymentLink(deps),
    sendPaymentLink(deps),
    deactivatePaymentLink(deps),
  ]);
