import type { WithdrawalFollower } from '#core/returns/ports.ts';
import type { FindOrderWithdrawal } from '#core/withdrawals/order-withdrawal.ts';
import type { ProcessWithdrawals } from '#core/withdrawals/use-cases/process-withdrawals.ts';
import { token } from '../injection.ts';

export const WITHDRAWALS = {
  followWithdrawal: token<WithdrawalFollower>('WithdrawalFollower'),
  processWithdrawals: token<ProcessWithdrawals>('ProcessWithdrawals'),
  findOrderWithdrawal: token<FindOrderWithdrawal>('FindOrderWithdrawal'),
};
