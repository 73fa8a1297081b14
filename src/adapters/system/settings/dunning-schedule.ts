import Joi from 'joi';
import { DEFAULT_DUNNING_SCHEDULE } from '#core/shop/rules.ts';

const MAX_RETRIES = 20;

const daysOf = (text: string): number => Number(/^([1-9]\d{0,2})d$/.exec(text.trim())?.[1] ?? Number.NaN);

/** When failed payments of subscriptions are retried, such as `1d,3d,5d,7d`: days after the first failure. */
export const dunningSchedule = Joi.string()
  .custom((value: string, helpers) => {
    const days = value.split(',').map(daysOf);
    const isAscending = days.every((day, index) => day > (days[index - 1] ?? 0));
    return isAscending && days.length <= MAX_RETRIES ? days : helpers.error('days');
  })
  .messages({ days: `must be 1 to ${MAX_RETRIES} ascending numbers of days such as 1d,3d,5d, each at most 999d` })
  .meta({ defaultText: DEFAULT_DUNNING_SCHEDULE.map((days) => `${days}d`).join(',') });
