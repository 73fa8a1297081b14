import type { Schemas } from '../../api/request.ts';
import { date } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';

/** What becomes of a subscription at the end of its period, or when it ended. */
export const nextText = ({
  status,
  at_period_end: step,
  current_period_end: end,
  ended_at: ended,
}: Schemas['Subscription']): string => {
  const { next, endedOn } = t().subscriptions;
  if (status === 'cancelled') return fill(endedOn, { date: date(ended ?? end) });
  return fill(next[step], { date: date(end) });
};
