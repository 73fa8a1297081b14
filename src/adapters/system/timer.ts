import type { Timer } from '#core/imports/ports.ts';

export const systemTimer: Timer = (milliseconds) => {
  const { promise: elapsed, resolve } = Promise.withResolvers<'elapsed'>();
  const timer = setTimeout(() => resolve('elapsed'), milliseconds);
  return { elapsed, cancel: () => clearTimeout(timer) };
};
