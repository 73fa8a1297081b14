import { Scope } from '#core/access/scope.ts';
import { invoiceView } from '#core/invoices/invoice-view.ts';
import type { StepInvoice } from '#core/invoices/use-cases/step-invoice.ts';
import type { PayInvoice } from '#core/payments/use-cases/pay-invoice.ts';
import { toIdempotentRequest } from '../admission/gateway-requests.ts';
import { resourceResponse, respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import { invoiceSchema } from '../schemas/invoice.ts';
import { invoicePaymentInput } from './payment-input-schemas.ts';

export type PayInvoiceDeps = Readonly<{ payInvoice: PayInvoice; stepInvoice: StepInvoice }>;

const invoiceResponse = resourceResponse(invoiceView);

export const payInvoice = (deps: PayInvoiceDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/invoices/{id}/pay',
    id: 'inv',
    operationId: 'payInvoice',
    summary: 'Pay an invoice',
    description:
      'Charges what is due: by a token, a saved payment method, or the default one of the invoice’s user. Or records that it ' +
      'was paid without a payment of this service, which needs `invoices:write`. While the payer has to act the invoice is ' +
      'open, and its payment has the `next_action`. Customers pay their own invoices. Emits `invoice.paid`.',
    access: { kind: 'scope', scope: 'payments:write', own: true },
    scansForCardNumbers: true,
    hasExternalEffects: true,
    body: invoicePaymentInput,
    bodyOptional: true,
    responses: { 200: { description: 'The invoice.', schema: invoiceSchema } },
    problems: ['payment_declined', 'gateway_error', 'invalid_state', 'dry_run_unsupported', 'unknown_reference'],
    write: async ({ actor, id, body, address, idempotency, isDryRun, expected }) => {
      if (body.paid_out_of_band === true) {
        Scope.requireAll(actor, ['invoices:write'], 'Marking an invoice as paid');
        return respond(deps.stepInvoice(actor, { id, decision: 'pay_out_of_band', expected }), invoiceResponse);
      }
      const { payment_method: { token, id: methodId } = {}, gateway, return_url: returnUrl = null } = body;
      const command = {
        id,
        token,
        methodId,
        gateway,
        returnUrl,
        address,
        idempotency: toIdempotentRequest(idempotency),
        isDryRun,
      };
      return respond(await deps.payInvoice(actor, command), invoiceResponse);
    },
  });
