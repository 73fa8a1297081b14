/**
 * What this process opened for all of its files, and closes after the last. The processes of a parallel run just end, and
 * with them what they have started.
 */
export const afterRun: (() => Promise<unknown>)[] = [];
