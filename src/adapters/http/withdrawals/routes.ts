import { type TaggedRoute, tagged } from '../routing/route.ts';
import { getWithdrawal, listWithdrawals, type WithdrawalReadDeps } from './withdrawal-read-operations.ts';
import {
  acceptWithdrawal,
  createWithdrawal,
  rejectWithdrawal,
  type WithdrawalWriteDeps,
} from './withdrawal-write-operations.ts';

export const withdrawalsRoutes = (deps: WithdrawalReadDeps & WithdrawalWriteDeps): TaggedRoute[] =>
  tagged('Withdrawals', [
    createWithdrawal(deps),
    listWithdrawals(deps),
    getWithdrawal(deps),
    acceptWithdrawal(deps),
    rejectWithdrawal(deps),
  ]);
