import type { WithdrawalFollower } from '#core/returns/ports.ts';
import type { OrderWithdrawals } from '#core/withdrawals/order-withdrawal.ts';
import type { ProcessWithdrawals } from '#core/withdrawals/use-cases/process-withdrawals.ts';
import { token } from '../injection.ts';

export const WITHDRAWALS = {
  followWithdrawal: token<WithdrawalFollower>('WithdrawalFollower'),
  processWithdrawals: token<ProcessWithdrawals>('ProcessWithdrawals'),
  orderWithdrawals: token<OrderWithdrawals>('OrderWithdrawals'),
};
