import { invoicesRoutes } from '#adapters/http/invoices/routes.ts';
import { invoiceEvents } from '#adapters/http/invoices/schemas.ts';
import { untilEmpty } from '#adapters/system/periodic-task.ts';
import { invoiceGauges } from '#core/invoices/invoice-gauges.ts';
import { makePrepareInvoice } from '#core/invoices/prepare-invoice.ts';
import { makePriceLines } from '#core/invoices/price-lines.ts';
import { makeAnnounceOverdueInvoices } from '#core/invoices/use-cases/announce-overdue-invoices.ts';
import { makeCreateCreditNote } from '#core/invoices/use-cases/create-credit-note.ts';
import { makeCreateOrderInvoice } from '#core/invoices/use-cases/create-order-invoice.ts';
import { makeChangeInvoice, makeCreateInvoice, makeDeleteInvoice } from '#core/invoices/use-cases/draft-invoice.ts';
import { makeEraseRetainedBuyers } from '#core/invoices/use-cases/erase-retained-buyers.ts';
import { makeFinalizeInvoice } from '#core/invoices/use-cases/finalize-invoice.ts';
import { makeOrderInvoices } from '#core/invoices/use-cases/order-invoices.ts';
import { makeRecordInvoicePayment } from '#core/invoices/use-cases/record-invoice-payment.ts';
import { makeRenderFile, makeRenderFiles } from '#core/invoices/use-cases/render-file.ts';
import { makeSendInvoice } from '#core/invoices/use-cases/send-invoice.ts';
import { makeStepInvoice } from '#core/invoices/use-cases/step-invoice.ts';
import { makeFindMethodOf } from '#core/payments/methods/find-method-of.ts';
import { TaxRules } from '#core/pricing/taxes.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, every, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { INVOICES } from '../tokens/invoices.ts';
import { ORDERS } from '../tokens/orders.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, ids, log } = SYSTEM;
const { unitOfWork, invoiceQueries: queries, shopRulesQueries: rules, paymentQueries, paymentMethodQueries } = STORAGE;
const { priceLines, renderer, logos, findMethodOf, renderFile, orderInvoices, recordPayment, listeners } = INVOICES;

const rendering = { unitOfWork, queries, renderer, logos, shop: SHOP.cache, rules, findMethodOf, clock };

/** Invoices and credit notes. */
export const invoicesModule: readonly Binding[] = [
  constant(HTTP.eventSchemas, invoiceEvents),
  provide(priceLines, { pricing: ORDERS.pricing, rules, ids }, ({ rules, ...deps }) =>
    makePriceLines({ ...deps, rules: async () => TaxRules.of(await rules.get()) }),
  ),
  provide(orderInvoices, { clock, ids }, makeOrderInvoices),
  provide(recordPayment, { clock, ids, listeners: every(listeners) }, makeRecordInvoicePayment),
  provide(findMethodOf, { paymentQueries, paymentMethodQueries }, makeFindMethodOf),
  provide(renderFile, rendering, makeRenderFile),
  provide(HTTP.gauges, { queries }, invoiceGauges),
  provide(BACKGROUND.workers, { ...rendering, systemClock, log }, (deps) => [
    { name: 'rendering of invoices', intervalMs: 1_000, run: makeRenderFiles(deps) },
  ]),
  provide(BACKGROUND.dueWork, { queries, unitOfWork, clock, listeners: every(listeners) }, ({ queries, ...deps }) => [
    {
      name: 'overdue invoices',
      intervalMs: 5_000,
      nextDueAt: (after) => queries.nextOverdue(after),
      run: untilEmpty(makeAnnounceOverdueInvoices(deps)),
    },
    {
      name: 'erasure of buyers',
      intervalMs: 60_000,
      nextDueAt: (after) => queries.nextBuyerErasure(after),
      run: untilEmpty(makeEraseRetainedBuyers(deps)),
    },
  ]),
  provide(
    HTTP.routes,
    {
      ...{ queries, cursors: HTTP.cursors, unitOfWork, priceLines, renderFile, shop: SHOP.cache, clock, ids, rules },
      listeners: every(listeners),
    },
    (rest) => {
      const prepareInvoice = makePrepareInvoice(rest);
      const deps = { ...rest, prepareInvoice };
      return invoicesRoutes({
        ...deps,
        createInvoice: makeCreateInvoice(deps),
        createOrderInvoice: makeCreateOrderInvoice(deps),
        changeInvoice: makeChangeInvoice(deps),
        deleteInvoice: makeDeleteInvoice(deps),
        finalizeInvoice: makeFinalizeInvoice(deps),
        sendInvoice: makeSendInvoice(deps),
        stepInvoice: makeStepInvoice(deps),
        createCreditNote: makeCreateCreditNote(deps),
      });
    },
  ),
];
