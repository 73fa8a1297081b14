/** Work that falls due as business time passes. While the test clock advances, it runs in the order of its due times. */
export type DueWork = Readonly<{
  /** A noun for log messages. */
  name: string;
  /** The earliest time after another at which something falls due; null if nothing will. */
  nextDueAt(after: Date): Promise<Date | null>;
  /** Does everything that is due now. */
  run(): Promise<unknown>;
}>;
