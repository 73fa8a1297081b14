import type { SystemClock } from '#core/shared/clock.ts';
import { ageInSeconds, describeGauges } from '#core/shared/gauge.ts';
import type { DeliveryQueue } from './ports.ts';

/** The backlog of deliveries. */
export const deliveryGauges = ({ queue, systemClock }: Readonly<{ queue: DeliveryQueue; systemClock: SystemClock }>) =>
  describeGauges({
    gauges: {
      webhook_deliveries_pending: { help: 'Pending webhook deliveries, up to 100,000.' },
      webhook_deliveries_oldest_seconds: { help: 'The age of the oldest pending delivery.' },
    },
    async read() {
      const { pending, oldest } = await queue.backlog();
      return {
        webhook_deliveries_pending: pending,
        webhook_deliveries_oldest_seconds: ageInSeconds(oldest, systemClock.now()),
      };
    },
  });
