import { Badge } from '../../parts/parts.tsx';
import { date, utc } from '../../text/format.ts';
import type { Withdrawal } from '../orders/order-data.ts';

const HOUR_MS = 3_600_000;

/** How long before its end a deadline is marked. */
const SOON_MS = 72 * HOUR_MS;

/** The last day before a midnight where the buyer is, which need not be one where the viewer is. */
export const LastDay = ({ end }: Readonly<{ end: string }>) => (
  <time dateTime={end} title={utc(end)}>
    {date(new Date(Date.parse(end) - 12 * HOUR_MS).toISOString())}
  </time>
);

/** Until when the money must be refunded, marked if that is near or over; nothing once all is done. */
export const RefundDeadline = ({ withdrawal }: Readonly<{ withdrawal: Withdrawal }>) => {
  const { status, refund_by: end } = withdrawal;
  if (status !== 'accepted' || end === null) return null;
  const left = Date.parse(end) - Date.now();
  return (
    <span class="badges">
      <LastDay end={end} />
      {left <= 0 && <Badge value="overdue" />}
      {left > 0 && left <= SOON_MS && <Badge value="due_soon" />}
    </span>
  );
};

/** The status; one that is received waits, whereas what has come back is received. */
export const WithdrawalStatus = ({ status }: Readonly<Pick<Withdrawal, 'status'>>) => (
  <Badge value={status} {...(status === 'received' && { tone: 'warning' })} />
);
