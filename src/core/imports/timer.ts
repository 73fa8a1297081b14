/** Waits for a time. */
export type Timer = (milliseconds: number) => Readonly<{
  /** Resolves after the time, unless it is cancelled. */
  elapsed: Promise<'elapsed'>;
  cancel: () => void;
}>;
