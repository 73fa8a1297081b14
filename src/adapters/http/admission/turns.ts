import type { ServerResponse } from 'node:http';
import { clientGone } from './overload.ts';

// Why: docs/decisions/0059-turns-of-clients.md

/** A request, with the address and the credential that its time is counted for. */
type Waiting = Readonly<{ res: ServerResponse; clients: readonly string[] }>;

/** Runs the task of a request when it is its clients' turn, unless the client has left by then. */
export type Turns = <T>(request: Waiting, task: () => Promise<T>) => Promise<T>;

/** How many tasks run at one time: of all clients, and of each. */
export type Places = Readonly<{
  total: number;
  perClient: number;
  /** Fewer of a client whose tasks are dear: those that run would take about this long, one after the other. */
  maxMilliseconds?: number;
}>;

/** What a client has of the places. `cost`: how long a task takes by itself, as far as is known. */
type Use = { milliseconds: number; running: number; waiting: number; cost: number | undefined };

/** Of a client whose tasks are dear, and of one of which none has ended yet. */
const MIN_PLACES = 2;
const FIRST_PLACES = 4;

/** What the last task adds to the estimate of a client's next. */
const WEIGHT = 0.2;

/** The tasks of the same address and credential that wait, in their order. */
type Queue = Readonly<{ uses: readonly Use[]; starts: (() => void)[] }>;

/**
 * Serves clients in turn: the next task is of the client whose tasks have run for the shortest time. So a task counts by
 * what it costs, and many tasks of one client hardly delay another's.
 * @param pause Delays the start of a task, if it returns a promise.
 */
export const makeTurns = (places: Places, pause: () => Promise<void> | undefined): Turns => {
  const { total, perClient, maxMilliseconds } = places;
  const uses = new Map<string, Use>();
  const queues = new Map<string, Queue>();
  let running = 0;

  const useOf = (client: string): Use => {
    const known = uses.get(client);
    if (known !== undefined) return known;
    // with zero, newcomers would pass all who wait
    const milliseconds = Math.max(0, ...[...queues.values()].map((queue) => longestOf(queue.uses)));
    const use = { milliseconds, running: 0, waiting: 0, cost: undefined };
    uses.set(client, use);
    return use;
  };

  const placesOf = ({ cost }: Use): number => {
    if (maxMilliseconds === undefined) return perClient;
    if (cost === undefined) return FIRST_PLACES;
    return Math.min(perClient, Math.max(MIN_PLACES, maxMilliseconds / cost));
  };

  const canBegin = (own: readonly Use[]): boolean => running < total && own.every((use) => use.running < placesOf(use));

  const begin = (own: readonly Use[]): void => {
    running += 1;
    for (const use of own) use.running += 1;
  };

  const forget = (clients: Iterable<string>): void => {
    for (const client of clients) {
      const use = uses.get(client);
      if (use !== undefined && use.running + use.waiting === 0) uses.delete(client);
    }
  };

  const beginWaiting = (): void => {
    if (queues.size === 0) return;
    for (let next = nextOf(queues, canBegin); next !== undefined; next = nextOf(queues, canBegin)) {
      const [key, { uses: own, starts }] = next;
      const start = starts.shift();
      if (starts.length === 0) queues.delete(key);
      for (const use of own) use.waiting -= 1;
      begin(own);
      start?.();
    }
    if (queues.size === 0) forget([...uses.keys()]);
  };

  const wait = (clients: readonly string[], own: readonly Use[]): Promise<void> =>
    new Promise((start) => {
      const key = clients.join(' ');
      const queue = queues.get(key) ?? { uses: own, starts: [] };
      queues.set(key, queue);
      queue.starts.push(start);
      for (const use of own) use.waiting += 1;
    });

  return async ({ res, clients }, task) => {
    const own = clients.map(useOf);
    if (canBegin(own)) begin(own);
    else await wait(clients, own);
    const begun = performance.now();
    const others = running;
    try {
      const pausing = pause();
      if (pausing !== undefined) await pausing;
      // also after a timeout, which has ended the response
      if (res.destroyed || res.writableEnded) throw clientGone();
      return await task();
    } finally {
      const milliseconds = performance.now() - begun;
      // those that ran beside it have slowed it down
      const cost = (2 * milliseconds) / (others + running);
      running -= 1;
      for (const use of own) {
        use.running -= 1;
        use.milliseconds += milliseconds;
        use.cost = use.cost === undefined ? cost : use.cost + WEIGHT * (cost - use.cost);
      }
      if (queues.size === 0) forget(clients);
      else beginWaiting();
    }
  };
};

/** The queue whose next task may begin, and whose clients have used the places for the shortest time. */
const nextOf = (
  queues: ReadonlyMap<string, Queue>,
  canBegin: (own: readonly Use[]) => boolean,
): [string, Queue] | undefined => {
  let next: [string, Queue] | undefined;
  for (const entry of queues) {
    if (canBegin(entry[1].uses) && (next === undefined || isBefore(entry[1].uses, next[1].uses))) next = entry;
  }
  return next;
};

const longestOf = (uses: readonly Use[]): number => Math.max(...uses.map(({ milliseconds }) => milliseconds));

/** Credentials of one address are compared by their own time. */
const isBefore = (one: readonly Use[], other: readonly Use[]): boolean => {
  const difference = longestOf(one) - longestOf(other);
  return difference < 0 || (difference === 0 && (one.at(-1)?.milliseconds ?? 0) < (other.at(-1)?.milliseconds ?? 0));
};
