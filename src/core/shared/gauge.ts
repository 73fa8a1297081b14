/** A value of a gauge, with the labels that distinguish it from the gauge's other values. */
export type GaugeValue = Readonly<{ labels: Readonly<Record<string, string>>; value: number }>;

type GaugeDescription = Readonly<{ help: string; labelNames?: readonly string[] }>;

/** Gauges of the service's metrics, by name, and the read that all their values come from. */
export type Gauges<Name extends string = string> = Readonly<{
  gauges: Readonly<Record<Name, GaugeDescription>>;
  /** The values now; a number for a gauge without labels. */
  read(): Promise<Readonly<Record<Name, number | readonly GaugeValue[]>>>;
}>;

/** Describes gauges; a read that misses one does not compile. */
export const describeGauges = <Name extends string>(gauges: Gauges<Name>): Gauges<Name> => gauges;

/** Counts for gauges end here, so that a read stays short however much there is. */
export const MAX_COUNTED = 1_000;

/** How long ago something happened, in seconds; 0 if it did not. */
export const ageInSeconds = (since: Date | null | undefined, now: Date): number =>
  since ? Math.max(0, (now.getTime() - since.getTime()) / 1000) : 0;
