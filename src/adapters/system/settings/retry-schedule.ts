import Joi from 'joi';

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const DURATION = /^(\d{1,9})(ms|s|m|h|d)$/;

const MAX_DELAY_SECONDS = 7 * 86_400;
const MAX_DELAYS = 20;

/** From 1 ms to seven days, in seconds; undefined for any other text. */
const seconds = (text: string): number | undefined => {
  const [, count = '', unit = ''] = DURATION.exec(text.trim()) ?? [];
  const duration = (Number(count) * (UNIT_MS[unit] ?? 0)) / 1_000;
  return duration > 0 && duration <= MAX_DELAY_SECONDS ? duration : undefined;
};

/** The delays between the attempts of a delivery, such as `5s,5m,30m`, in seconds. */
export const retrySchedule = Joi.string()
  .custom((value: string, helpers) => {
    const delays = value.split(',').map(seconds);
    return delays.length <= MAX_DELAYS && !delays.includes(undefined) ? delays : helpers.error('delays');
  })
  .meta({ defaultText: '5s,5m,30m,2h,5h,10h,14h,20h,24h' })
  .messages({ delays: 'must be 1 to 20 delays such as 500ms,5s,5m,2h,1d, each 1 ms to 7 days, separated by commas' });
