import { returnsRoutes } from '#adapters/http/returns/routes.ts';
import { returnEvents } from '#adapters/http/returns/schemas.ts';
import { makeDecideReturn } from '#core/returns/use-cases/decide-return.ts';
import { makeReceiveReturn, makeRefundReturnSoon } from '#core/returns/use-cases/receive-return.ts';
import { makeRequestReturn } from '#core/returns/use-cases/request-return.ts';
import { makeReturnItems } from '#core/returns/use-cases/return-items.ts';
import { type Binding, constant, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { INVOICES } from '../tokens/invoices.ts';
import { ORDERS } from '../tokens/orders.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';
import { WITHDRAWALS } from '../tokens/withdrawals.ts';

const { clock, ids } = SYSTEM;
const { returnQueries: queries, orderQueries, unitOfWork } = STORAGE;
const { refundSoon } = ORDERS;
const { orderInvoices: invoices } = INVOICES;
const { followWithdrawal } = WITHDRAWALS;

/** Returns of fulfilled items. */
export const returnsModule: readonly Binding[] = [
  constant(HTTP.eventSchemas, returnEvents),
  provide(
    HTTP.routes,
    { queries, orderQueries, unitOfWork, refundSoon, invoices, followWithdrawal, cursors: HTTP.cursors, clock, ids },
    (deps) => {
      const steps = {
        requestReturn: makeRequestReturn(deps),
        decideReturn: makeDecideReturn(deps),
        receiveReturn: makeReceiveReturn(deps),
      };
      return returnsRoutes({
        ...deps,
        ...steps,
        returnItems: makeReturnItems(steps),
        refundReturnSoon: makeRefundReturnSoon(deps),
      });
    },
  ),
];
