/**
 * Watches this thread's event loop until the returned function is called.
 * @returns the most processor time of one turn in milliseconds: how long it was blocked, without the time in which other
 * processes had the processor.
 */
export const watchTurns = (): (() => number) => {
  let last = process.threadCpuUsage();
  let longest = 0;
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.threadCpuUsage();
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
};
