/** Tells the time: the only source of it in the core. */
export interface Clock {
  /** Now, in whole milliseconds. */
  now(): Date;
}
