import { type TaggedRoute, tagged } from '../routing/route.ts';
import { getReturn, listOrderReturns, listReturns, type ReturnReadDeps } from './return-read-operations.ts';
import {
  approveReturn,
  closeReturn,
  createReturn,
  type ReturnWriteDeps,
  receiveReturn,
  rejectReturn,
} from './return-write-operations.ts';

export const returnsRoutes = (deps: ReturnReadDeps & ReturnWriteDeps): TaggedRoute[] =>
  tagged('Returns', [
    createReturn(deps),
    listOrderReturns(deps),
    listReturns(deps),
    getReturn(deps),
    approveReturn(deps),
    receiveReturn(deps),
    closeReturn(deps),
    rejectReturn(deps),
  ]);
