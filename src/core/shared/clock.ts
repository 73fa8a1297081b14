/** The only source of time in the core. */
export interface Clock {
  /** Now, in whole milliseconds. */
  now(): Date;
}
