import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { clientGone } from './overload.ts';

// Why: docs/decisions/0059-turns-of-clients.md

/** A request, with the address and the credential that its time is counted for. */
type Waiting = Readonly<{ res: ServerResponse; clients: readonly string[] }>;

/** Runs the task of a request when it is its clients' turn, unless the client has left by then. */
export type Turns = <T>(request: Waiting, task: () => Promise<T>) => Promise<T>;

/** How many tasks of a kind run at one time: of all clients, and of each. */
export type Places = Readonly<{ total: number; perClient: number }>;

export type TurnsOptions = Readonly<{
  /** What the running tasks of a client, of all kinds, may take by themselves, one after the other. */
  maxMilliseconds: number;
  /** Delays the start of a task, if it returns a promise. */
  pause: () => Promise<void> | undefined;
}>;

/** However dear its tasks are, so many may run for a client, and one of each kind: a long export delays no other read. */
const MIN_PLACES = 2;

/** What a task is expected to take in milliseconds of a client that is not known. */
const FIRST_COST = 25;

/**
 * A client that comes begins behind the others, so that many who come do not keep those waiting who were there; but hardly
 * behind the one that has used the least, so that nobody who has come a moment before keeps it waiting.
 */
const MAX_BEHIND_MS = 250;

/** Of so many clients at most is remembered what they have used, and what their tasks took last. */
const MAX_KNOWN = 10_000;

/** What the last task adds to what the next is expected to take. */
const WEIGHT = 0.2;

/** What a client has of the places of a kind. `cost`: what a task takes by itself, as far as is known. */
type Use = { running: number; cost: number | undefined };

/** What a client's tasks of all kinds have taken, and what those that run are expected to take, in milliseconds. */
type Account = {
  readonly client: string;
  readonly uses: Map<Kind, Use>;
  used: number;
  expected: number;
  unfinished: number;
};

/** The tasks of the same address and credential that wait, in their order. */
type Queue = Readonly<{ own: readonly Account[]; starts: (() => void)[] }>;

type Kind = {
  readonly places: Places;
  readonly queues: Map<string, Queue>;
  /** What the tasks of clients took last that have no account now. Without it each burst would begin with few tasks. */
  readonly costs: LRUCache<string, number>;
  running: number;
};

/**
 * Serves clients in turn: the next task is of the client whose tasks have run for the shortest time. So a task counts by
 * what it costs, and many tasks of one client hardly delay another's. Each kind of tasks has places of its own; a client has
 * one account for all.
 */
export const makeTurns = <Name extends string>(
  places: Readonly<Record<Name, Places>>,
  { maxMilliseconds, pause }: TurnsOptions,
): Readonly<Record<Name, Turns>> => {
  const accounts = new Map<string, Account>();
  const kinds: Kind[] = [];

  const accountOf = (client: string): Account => {
    const known = accounts.get(client);
    if (known !== undefined && known.unfinished > 0) return known;
    const { least, most } = usedBy(accounts.values());
    if (known !== undefined) {
      // nobody saves time for later
      known.used = Math.max(known.used, least);
      return known;
    }
    const used = Math.min(most, least + MAX_BEHIND_MS);
    const account = { client, uses: new Map(), used, expected: 0, unfinished: 0 };
    accounts.set(client, account);
    return account;
  };

  const canBegin = (kind: Kind, own: readonly Account[]): boolean =>
    kind.running < kind.places.total &&
    own.every((account) => {
      const { running, cost = FIRST_COST } = useOf(account, kind);
      if (running >= kind.places.perClient) return false;
      return running === 0 || runningOf(account) < MIN_PLACES || account.expected + cost <= maxMilliseconds;
    });

  const beginWaiting = (kind: Kind): void => {
    if (kind.queues.size === 0) return;
    const mayBegin = ({ own }: Queue): boolean => canBegin(kind, own);
    for (let next = nextOf(kind.queues, mayBegin); next !== undefined; next = nextOf(kind.queues, mayBegin)) {
      const [key, { starts }] = next;
      const start = starts.shift();
      if (starts.length === 0) kind.queues.delete(key);
      start?.();
    }
  };

  const forgetIdle = (): void => {
    if (accounts.size <= MAX_KNOWN && kinds.some(({ queues }) => queues.size > 0)) return;
    for (const [client, { unfinished, uses }] of accounts) {
      if (unfinished > 0) continue;
      for (const [kind, { cost }] of uses) if (cost !== undefined) kind.costs.set(client, cost);
      accounts.delete(client);
    }
  };

  const turnsOf = (kind: Kind): Turns => {
    kinds.push(kind);
    return async ({ res, clients }, task) => {
      const own = clients.map(accountOf);
      for (const account of own) account.unfinished += 1;
      const end = canBegin(kind, own) ? begin(kind, own) : await wait(kind, clients.join(' '), own);
      try {
        const pausing = pause();
        if (pausing !== undefined) await pausing;
        // also after a timeout, which has ended the response
        if (res.destroyed || res.writableEnded) throw clientGone();
        return await task();
      } finally {
        end();
        for (const each of kinds) beginWaiting(each);
        forgetIdle();
      }
    };
  };

  const entries = Object.entries<Places>(places).map(([name, ofKind]) => [
    name,
    turnsOf({ places: ofKind, queues: new Map(), costs: new LRUCache({ max: MAX_KNOWN }), running: 0 }),
  ]);
  return Object.fromEntries(entries);
};

/** What those have used who run or wait: the least and the most of them. */
const usedBy = (accounts: Iterable<Account>): Readonly<{ least: number; most: number }> => {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const { used, unfinished } of accounts) {
    if (unfinished === 0) continue;
    least = Math.min(least, used);
    most = Math.max(most, used);
  }
  return { least: Math.min(least, most), most };
};

const runningOf = ({ uses }: Account): number => [...uses.values()].reduce((sum, { running }) => sum + running, 0);

const useOf = ({ client, uses }: Account, kind: Kind): Use => {
  const known = uses.get(kind);
  if (known !== undefined) return known;
  const use = { running: 0, cost: kind.costs.get(client) };
  uses.set(kind, use);
  return use;
};

/** Counts a task for its clients. @returns its end, which counts what it has cost. */
const begin = (kind: Kind, own: readonly Account[]): (() => void) => {
  kind.running += 1;
  const uses = own.map((account) => {
    const use = useOf(account, kind);
    const { cost: expected = FIRST_COST } = use;
    use.running += 1;
    account.expected += expected;
    return { account, use, expected };
  });
  const begun = performance.now();
  const others = kind.running;
  return () => {
    const milliseconds = performance.now() - begun;
    // those that ran beside it have slowed it down
    const cost = (2 * milliseconds) / (others + kind.running);
    kind.running -= 1;
    for (const { account, use, expected } of uses) {
      use.running -= 1;
      use.cost = use.cost === undefined ? cost : use.cost + WEIGHT * (cost - use.cost);
      account.expected -= expected;
      account.used += milliseconds;
      account.unfinished -= 1;
    }
  };
};

const wait = (kind: Kind, key: string, own: readonly Account[]): Promise<() => void> =>
  new Promise((resolve) => {
    const queue = kind.queues.get(key) ?? { own, starts: [] };
    kind.queues.set(key, queue);
    queue.starts.push(() => resolve(begin(kind, own)));
  });

/** The queue whose next task may begin, and whose clients have used the places for the shortest time. */
const nextOf = (
  queues: ReadonlyMap<string, Queue>,
  mayBegin: (queue: Queue) => boolean,
): [string, Queue] | undefined => {
  let next: [string, Queue] | undefined;
  for (const entry of queues) {
    if (mayBegin(entry[1]) && (next === undefined || isBefore(entry[1].own, next[1].own))) next = entry;
  }
  return next;
};

const longestOf = (accounts: readonly Account[]): number => Math.max(...accounts.map(({ used }) => used));

/** Credentials of one address are compared by their own time. */
const isBefore = (one: readonly Account[], other: readonly Account[]): boolean => {
  const difference = longestOf(one) - longestOf(other);
  return difference < 0 || (difference === 0 && (one.at(-1)?.used ?? 0) < (other.at(-1)?.used ?? 0));
};
