import type { Actor } from '#core/shared/actor.ts';
import type { ApiRequest, Route } from '../routing/route.ts';
import { makeBudget, type Release } from './budget.ts';
import { clientGone, Overloaded } from './overload.ts';
import { makePace } from './pace.ts';
import { makeSlowTransfers, onceClosed, type Pending } from './slow-transfers.ts';
import { makeTurns, type Places, type Turns } from './turns.ts';

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

/** Counts what requests use until their response is sent or their client has left. Refuses what exceeds a limit. */
export type InFlight = Readonly<{
  /** Counts a request for one of its clients. @throws HttpError `unavailable`. */
  admit(pending: Pending, client: string): void;
  /** Undefined, or until a request of the client may begin. */
  pace(client: string): Promise<void> | undefined;
  /** Counts a download or an event stream. @throws HttpError `unavailable`. */
  admitStream(pending: Pending): void;
  /** Counts a body that is stored while it arrives. @throws HttpError `unavailable`. */
  admitUpload(pending: Pending): void;
  /**
   * Counts a request's body until it has arrived, and its bytes.
   * @returns what its reader waits for after each part, and again before it parses the whole.
   * @throws HttpError `unavailable`.
   */
  admitBody(pending: Pending, bytes: number): BodyPace;
  /** Counts a response before its bytes are created. @throws HttpError `unavailable`. */
  admitResponse(pending: Pending, bytes: number): void;
  /** Where a request of an operation waits for its turn. */
  turnsOf(route: Route, request: ApiRequest): Turns;
}>;

/** Undefined, or until work on so many bytes may begin. */
export type BodyPace = (bytes: number) => Promise<void> | undefined;

/** Smaller bodies are limited by the number of requests. So a lack of bytes never stops a checkout. */
const MIN_COUNTED_BYTES = 16_384;

/**
 * How many operations of a kind run at one time; more would wait for a database connection anyway. A client leaves some to
 * the others. Those who hold no scopes may be anybody.
 */
const PLACES = {
  staff: {
    read: { total: 64, perClient: 48 },
    write: { total: 64, perClient: 48 },
    costly: { total: 4, perClient: 3 },
    // it waits for another service, which must not stop other operations
    external: { total: Number.POSITIVE_INFINITY, perClient: 64 },
  },
  strangers: {
    read: { total: 48, perClient: 32 },
    write: { total: 32, perClient: 8 },
    costly: { total: 3, perClient: 2 },
    external: { total: Number.POSITIVE_INFINITY, perClient: 16 },
  },
} as const;

/** What runs of a client, of all kinds but the last: it would take so long by itself. */
const MAX_MILLISECONDS = 100;

/** The bytes of a large body that are received, or parsed, like one small request: few, since they also cost memory. */
const PACED_BYTES = 1_024;

/** Each keeps a database connection and a part of a processor busy. */
const MAX_UPLOADS = 4;
const MAX_UPLOADS_PER_CLIENT = 3;

/** Slower uploads are given up where others wait. */
const MIN_UPLOAD_BYTES_PER_MS = 32;

/** @param pause Delays the start of operations, if it returns a promise. */
export const makeInFlight = (limits: InFlightLimits, pause: () => Promise<void> | undefined): InFlight => {
  const { maxRequests, maxRequestsPerClient, maxBytes, maxStreams, maxStreamsPerClient } = limits;
  const requests = makeBudget({ total: maxRequests, perClient: maxRequestsPerClient });
  const credentials = makeBudget({ total: Number.POSITIVE_INFINITY, perClient: maxRequestsPerClient });
  const streams = makeBudget({ total: maxStreams, perClient: maxStreamsPerClient });
  const uploads = makeBudget({ total: MAX_UPLOADS, perClient: MAX_UPLOADS_PER_CLIENT });
  // half, so that slow bodies leave the other half to requests that have arrived
  const arriving = makeBudget({ total: maxRequests / 2, perClient: maxRequestsPerClient / 2 });
  const bodies = makeBudget({ total: maxBytes, perClient: maxBytes / 2 });
  const responses = makeBudget({ total: maxBytes, perClient: maxBytes / 2 });
  const pace = makePace(() => requests.clientCount() <= 1);
  const turnsOf = ({ external, ...others }: Readonly<Record<Kind, Places>>): Readonly<Record<Kind, Turns>> => ({
    ...makeTurns(others, { maxMilliseconds: MAX_MILLISECONDS, pause }),
    ...makeTurns({ external }, { maxMilliseconds: Number.POSITIVE_INFINITY, pause }),
  });
  const turns = { staff: turnsOf(PLACES.staff), strangers: turnsOf(PLACES.strangers) };
  const slowBodies = makeSlowTransfers(({ req }) => !req.complete);
  const slowUploads = makeSlowTransfers(
    ({ req }, { milliseconds, bytes }) => !req.complete && bytes < MIN_UPLOAD_BYTES_PER_MS * milliseconds,
  );
  const unreadResponses = makeSlowTransfers(() => true);
  return {
    admit(pending, client) {
      const budget = client.startsWith(CREDENTIAL) ? credentials : requests;
      holdUntilClosed(pending, budget.take([client], 1), 'requests');
    },
    pace: (client) => pace(client, 1),
    admitStream(pending) {
      holdUntilClosed(pending, streams.take(pending.state.clients, 1), 'streams');
    },
    admitUpload(pending) {
      holdUntilClosed(pending, slowUploads.takeFrom(uploads, pending, 1), 'uploads');
    },
    admitBody(pending, bytes) {
      const release = slowBodies.takeFrom(arriving, pending, 1);
      holdUntilClosed(pending, release, 'uploads');
      if (release !== undefined) pending.res.req.once('end', release);
      if (bytes > MIN_COUNTED_BYTES) holdUntilClosed(pending, slowBodies.takeFrom(bodies, pending, bytes), 'uploads');
      const [address = ''] = pending.state.clients;
      return (length) => pace(address, length / PACED_BYTES);
    },
    admitResponse(pending, bytes) {
      if (bytes <= MIN_COUNTED_BYTES) return;
      holdUntilClosed(pending, unreadResponses.takeFrom(responses, pending, bytes), 'responses');
    },
    turnsOf(route, request) {
      return turns[isStranger(request.actor) ? 'strangers' : 'staff'][kindOf(route, request)];
    },
  };
};

type Kind = keyof typeof PLACES.staff;

const kindOf = (route: Route, request: ApiRequest): Kind => {
  const { hasExternalEffects = false } = route;
  // a dry run of such an operation works out refunds, and calls nobody
  if (route.isCostly?.(request) || (hasExternalEffects && request.isDryRun)) return 'costly';
  if (hasExternalEffects) return 'external';
  // each part of them is read in a turn
  if ('download' in route || 'subscribe' in route) return 'costly';
  return 'read' in route ? 'read' : 'write';
};

const isStranger = ({ scopes }: Actor): boolean => scopes.size === 0;

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
