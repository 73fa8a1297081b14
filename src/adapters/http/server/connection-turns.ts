import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ignoreRest } from './parser.ts';

/** Pipelined requests that wait for the one before. A connection with more is closed: each of them costs memory. */
const MAX_WAITING = 16;

type Request = Readonly<{ response: ServerResponse; handle: () => void }>;

/**
 * Serves the requests of each connection one at a time, in their order.
 * @param isRejected Whether the connection's last request was rejected while it was still received.
 */
export const makeConnectionTurns = (
  isRejected: (socket: Duplex) => boolean,
): ((socket: Duplex, request: Request) => void) => {
  /** The waiting requests of connections that are being served. */
  const waitingOn = new WeakMap<Duplex, Request[]>();

  const serve = (socket: Duplex, waiting: Request[], { response, handle }: Request): void => {
    response.once('close', () => {
      // in another iteration, so that many connections that pipeline leave time to others
      if (waiting.length > 0) setImmediate(serveNext, socket, waiting);
      else waitingOn.delete(socket);
    });
    handle();
  };

  const serveNext = (socket: Duplex, waiting: Request[]): void => {
    const next = socket.destroyed ? undefined : waiting.shift();
    if (next === undefined) waitingOn.delete(socket);
    else if (next.response.req.complete || !isRejected(socket)) serve(socket, waiting, next);
  };

  return (socket, request) => {
    const waiting = waitingOn.get(socket);
    if (waiting === undefined) {
      const first: Request[] = [];
      waitingOn.set(socket, first);
      serve(socket, first, request);
    } else if (waiting.length < MAX_WAITING) waiting.push(request);
    else {
      ignoreRest(socket);
      socket.destroy();
    }
  };
};
