/** Runs a task when it is the turn of its client. */
export type InTurn = <T>(task: () => Promise<T>) => Promise<T>;
