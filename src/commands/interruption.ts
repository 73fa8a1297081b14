/** A command that is interrupted by a signal. */
export type Interruption = Readonly<{
  isRequested(): boolean;
  /** The exit code of an interrupted command. */
  exitCode(): number | undefined;
}>;

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** After a Ctrl-C, npm sends the same signal again within this time. */
const REPETITION_MS = 500;

/** Asks a command to end after the first signal; a later one ends the process at once. */
export const watchInterruption = (report: () => void): Interruption => {
  let exitCode: number | undefined;
  let at = 0;
  const onSignal = (signal: keyof typeof EXIT_CODES): void => {
    if (exitCode !== undefined && performance.now() - at > REPETITION_MS) process.exit(EXIT_CODES[signal]);
    if (exitCode !== undefined) return;
    exitCode = EXIT_CODES[signal];
    at = performance.now();
    report();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => onSignal(signal));
  return { isRequested: () => exitCode !== undefined, exitCode: () => exitCode };
};
