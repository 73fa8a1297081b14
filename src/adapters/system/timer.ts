import type { Timer } from '#core/imports/timer.ts';

export const systemTimer: Timer = (milliseconds) => {
  const { promise: elapsed, resolve } = Promise.withResolvers<'elapsed'>();
  const timer = setTimeout(() => resolve('elapsed'), milliseconds);
  return { elapsed, cancel: () => clearTimeout(timer) };
};
