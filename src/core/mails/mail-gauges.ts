import type { SystemClock } from '#core/shared/clock.ts';
import { ageInSeconds, describeGauges } from '#core/shared/gauge.ts';
import type { MailQueue } from './ports.ts';

/** The mails that are requested and not sent. */
export const mailGauges = ({ mailQueue, systemClock }: Readonly<{ mailQueue: MailQueue; systemClock: SystemClock }>) =>
  describeGauges({
    gauges: {
      mails_pending: { help: 'Mails that are not sent yet, up to 1,000.' },
      mails_oldest_seconds: { help: 'The age of the oldest mail that is not sent yet.' },
    },
    async read() {
      const { pending, oldest } = await mailQueue.backlog();
      return { mails_pending: pending, mails_oldest_seconds: ageInSeconds(oldest, systemClock.now()) };
    },
  });
