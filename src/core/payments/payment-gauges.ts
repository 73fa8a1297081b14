import type { Clocks } from '#core/shared/clock.ts';
import { ageInSeconds, describeGauges } from '#core/shared/gauge.ts';
import { OPERATION_KINDS } from './payment-operation.ts';
import type { PaymentQueries } from './ports.ts';

/** Payments that wait for a gateway, for reconciliation or for staff. */
export const paymentGauges = ({ queries, clock, systemClock }: Clocks & Readonly<{ queries: PaymentQueries }>) =>
  describeGauges({
    gauges: {
      payment_operations_pending: {
        help: 'Payment operations with an unknown outcome, by kind, up to 1,000, without those that wait for the payer.',
        labelNames: ['kind'],
      },
      payment_operations_oldest_seconds: {
        help: 'The age of the oldest payment operation with an unknown outcome, by kind.',
        labelNames: ['kind'],
      },
      payment_check_overdue_seconds: { help: 'For how long the reconciliation of a payment has been due.' },
      payments_needing_attention: { help: 'Payments that somebody has to look at, for any reason, up to 1,000.' },
    },
    async read() {
      const { pending, nextCheckAt, needingAttention } = await queries.backlog();
      const now = clock.now();
      const kinds = OPERATION_KINDS.map((kind) => ({
        labels: { kind },
        ...pending.find((each) => each.kind === kind),
      }));
      return {
        payment_operations_pending: kinds.map(({ labels, count = 0 }) => ({ labels, value: count })),
        payment_operations_oldest_seconds: kinds.map(({ labels, oldest }) => ({
          labels,
          value: ageInSeconds(oldest, now),
        })),
        payment_check_overdue_seconds: ageInSeconds(nextCheckAt, systemClock.now()),
        payments_needing_attention: needingAttention,
      };
    },
  });
