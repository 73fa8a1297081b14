import type { ServerResponse } from 'node:http';
import type { Route } from '../routing/route.ts';
import { makeBudget, type Release } from './budget.ts';
import { clientGone, Overloaded } from './overload.ts';

/** Runs the task of a request once fewer than a number of them run, unless its client has left by then. */
type Gate = <T>(response: ServerResponse, task: () => Promise<T>) => Promise<T>;

/** @param pause Delays the start of a task, if it returns a promise. */
const makeGate = (limit: number, pause: () => Promise<void> | undefined): Gate => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    // the place is handed over
    else next();
  };
  return async (response, task) => {
    if (running < limit) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      const pausing = pause();
      if (pausing !== undefined) await pausing;
      // also after a timeout, which has ended the response
      if (response.destroyed || response.writableEnded) throw clientGone();
      return await task();
    } finally {
      leave();
    }
  };
};

// Why: docs/decisions/0020-limits-of-what-is-in-progress.md

/** The limits of what is in progress at one time: of all clients, and of each address and each credential. */
export type InFlightLimits = Readonly<{
  maxRequests: number;
  maxRequestsPerClient: number;
  /** Of request bodies, and of responses; an address or a credential may use half. */
  maxBytes: number;
  maxStreams: number;
  maxStreamsPerClient: number;
}>;

/** A request in progress: its response, and the address and the credential that its resources are counted for. */
type Pending = Readonly<{ res: ServerResponse; state: { clients: readonly string[]; onClosed?: (() => void)[] } }>;

/** Counts what requests use until their response is sent or their client has left. Refuses what exceeds a limit. */
export type InFlight = Readonly<{
  /** Counts a request for one of its clients. @throws HttpError `unavailable`. */
  admit(pending: Pending, client: string): void;
  /** Counts a download or an event stream. @throws HttpError `unavailable`. */
  admitStream(pending: Pending): void;
  /** Counts a body that is stored while it arrives. @throws HttpError `unavailable`. */
  admitUpload(pending: Pending): void;
  /** Counts bytes of a request's body. @throws HttpError `unavailable`. */
  admitBody(pending: Pending, bytes: number): void;
  /** Counts a response before its bytes are created. @throws HttpError `unavailable`. */
  admitResponse(pending: Pending, bytes: number): void;
  /** Where the requests of an operation wait for their turn. */
  gateOf(route: Route, isAnonymous: boolean): Gate;
}>;

/** Smaller bodies are limited by the number of requests. So a lack of bytes never stops a checkout. */
const MIN_COUNTED_BYTES = 16_384;

/** Under pressure, the client of a response has this long to read it. */
const MIN_READING_MS = 2_000;

/** How many operations of a kind run at one time. More would wait for a database connection anyway. */
const MAX_OPERATIONS = { keyed: 64, anonymous: 32 };

/** Each keeps a database connection and a part of a processor busy. */
const MAX_UPLOADS = 4;

/** @param pause Delays the start of operations, if it returns a promise. */
export const makeInFlight = (limits: InFlightLimits, pause: () => Promise<void> | undefined): InFlight => {
  const { maxRequests, maxRequestsPerClient, maxBytes, maxStreams, maxStreamsPerClient } = limits;
  const requests = makeBudget({ total: maxRequests, perClient: maxRequestsPerClient });
  const credentials = makeBudget({ total: Number.POSITIVE_INFINITY, perClient: maxRequestsPerClient });
  const streams = makeBudget({ total: maxStreams, perClient: maxStreamsPerClient });
  const uploads = makeBudget({ total: MAX_UPLOADS, perClient: MAX_UPLOADS });
  const bodies = makeBudget({ total: maxBytes, perClient: maxBytes / 2 });
  const responses = makeBudget({ total: maxBytes, perClient: maxBytes / 2 });
  const { keyed, anonymous } = MAX_OPERATIONS;
  const gates = {
    read: { keyed: makeGate(keyed, pause), anonymous: makeGate(anonymous, pause) },
    write: { keyed: makeGate(keyed, pause), anonymous: makeGate(anonymous, pause) },
    // it waits for another service, which must not stop other operations
    external: makeGate(Number.POSITIVE_INFINITY, pause),
  };
  const unsent = makeUnsentResponses();
  return {
    admit(pending, client) {
      const budget = client.startsWith(CREDENTIAL) ? credentials : requests;
      holdUntilClosed(pending, budget.take([client], 1), 'requests');
    },
    admitStream(pending) {
      holdUntilClosed(pending, streams.take(pending.state.clients, 1), 'streams');
    },
    admitUpload(pending) {
      holdUntilClosed(pending, uploads.take(pending.state.clients, 1), 'uploads');
    },
    admitBody(pending, bytes) {
      if (bytes <= MIN_COUNTED_BYTES) return;
      holdUntilClosed(pending, bodies.take(pending.state.clients, bytes), 'uploads');
    },
    admitResponse(pending, bytes) {
      if (bytes <= MIN_COUNTED_BYTES) return;
      const take = (): Release | undefined => responses.take(pending.state.clients, bytes);
      const release = take() ?? (unsent.endOverdue() ? take() : undefined);
      holdUntilClosed(pending, release, 'responses');
      if (release !== undefined) unsent.add(pending, release);
    },
    gateOf(route, isAnonymous) {
      if ('hasExternalEffects' in route && route.hasExternalEffects) return gates.external;
      return gates['read' in route ? 'read' : 'write'][isAnonymous ? 'anonymous' : 'keyed'];
    },
  };
};

/** The prefix of a credential among a request's clients; the others are addresses. */
export const CREDENTIAL = 'credential:';

const holdUntilClosed = (pending: Pending, release: Release | undefined, what: string): void => {
  if (release === undefined) throw new Overloaded(what);
  if (!pending.res.closed) {
    onceClosed(pending, release);
    return;
  }
  release();
  throw clientGone();
};

/** With one listener per response: Node warns of more than ten. */
const onceClosed = ({ res, state }: Pending, callback: () => void): void => {
  if (state.onClosed !== undefined) {
    state.onClosed.push(callback);
    return;
  }
  const all = [callback];
  state.onClosed = all;
  res.on('close', () => {
    for (const call of all) call();
  });
};

/** The responses that are being sent. */
const makeUnsentResponses = () => {
  const unsent = new Map<ServerResponse, Readonly<{ since: number; release: Release }>>();
  return {
    add(pending: Pending, release: Release): void {
      unsent.set(pending.res, { since: performance.now(), release });
      onceClosed(pending, () => unsent.delete(pending.res));
    },
    /** Closes the connections of clients that had time to read. */
    endOverdue(): boolean {
      const before = performance.now() - MIN_READING_MS;
      const overdue = [...unsent].filter(([, { since }]) => since < before);
      for (const [response, { release }] of overdue) {
        release();
        response.destroy();
      }
      return overdue.length > 0;
    },
  };
};
