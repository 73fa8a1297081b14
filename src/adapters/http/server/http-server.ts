import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { makeBudget } from '../admission/budget.ts';
import { hasBody } from '../request/body.ts';
import { hasLongBody } from '../request/long-bodies.ts';
import { clientNetwork } from './client-network.ts';
import type { ConnectionBursts } from './connection-bursts.ts';
import { makeConnectionTurns } from './connection-turns.ts';
import { limitBody } from './parser.ts';
import { isProbe } from './probes.ts';
import {
  MAX_HEADER_BYTES,
  NO_TUNNELS,
  type ParserError,
  parserRejection,
  type Rejection,
  requestRejection,
  TOO_MANY_CONNECTIONS,
} from './rejections.ts';

type Problem = { body: string; headers: Readonly<Record<string, string>> };

export type HttpServerOptions = Readonly<{
  handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** Creates the problem document of a rejection; `headers` exclude type, length and `connection`. */
  problem: (rejection: Rejection) => Problem;
  /** From the first byte of a request, or the opening of its connection, to the end of its headers. */
  headersTimeoutMs: number;
  /** From the first byte of a request to the end of its body, unless a long body is allowed. */
  bodyTimeoutMs: number;
  /** How long a client may read nothing of a response, or send nothing. */
  clientTimeoutMs: number;
  bursts: ConnectionBursts;
  maxConnections: number;
  maxConnectionsPerAddress: number;
  /** The interval of these checks, by which a request may exceed its timeout. 5 s if omitted. */
  checkIntervalMs?: number;
}>;

const KEEP_ALIVE_MS = 65_000;
/** How long a rejected client may keep sending: closing at once would make the kernel discard the response. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Stops the parser, so that a half rejected request is never completed. */
const stopListening = (socket: Duplex): void => {
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.resume();
};

const closeConnection = (socket: Duplex, message = ''): void => {
  // it is closing already, for instance after a response with `Connection: close`
  if (!socket.writable) return;
  socket.end(message);
  const timer = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
  socket.once('close', () => clearTimeout(timer));
};

const whenFinished = (response: ServerResponse, callback: () => void): void => {
  if (response.writableFinished) callback();
  else response.once('finish', callback);
};

/** A response has its socket once all earlier pipelined responses are sent. */
const whenItsTurn = (response: ServerResponse, callback: () => void): void => {
  if (response.socket === null) response.once('socket', callback);
  else callback();
};

/** Sends `100 Continue` when the body is first read, so that a body rejected by its headers is never sent. */
const continueOnRead = (request: IncomingMessage, response: ServerResponse): void => {
  const onListener = (event: string | symbol): void => {
    if (event !== 'data' && event !== 'readable') return;
    request.off('newListener', onListener);
    if (!response.headersSent) response.writeContinue();
  };
  request.on('newListener', onListener);
};

const toMessage = ({ body, headers }: Problem, status: number, isHead: boolean): string => {
  const fields = {
    date: new Date().toUTCString(),
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${isHead ? '' : body}`;
};

/** Writes rejections past ServerResponse, since most have none, but in pipeline order. */
const makeReject = (problem: HttpServerOptions['problem']) => {
  /** The response to the newest request of each connection. */
  const latest = new WeakMap<Duplex, ServerResponse>();
  const rejected = new WeakSet<Duplex>();

  const reject = (socket: Duplex, rejection: Rejection): void => {
    if (rejected.has(socket)) return;
    rejected.add(socket);
    stopListening(socket);
    const response = latest.get(socket);
    const isHead = response?.req.complete === false && response.req.method === 'HEAD';
    const respond = () => closeConnection(socket, toMessage(problem(rejection), rejection.status, isHead));
    if (response === undefined) respond();
    else if (response.req.complete) whenFinished(response, respond);
    // the rejected request is this response's own, usually for the rest of its body
    else if (response.writableEnded) whenFinished(response, () => closeConnection(socket));
    else whenItsTurn(response, () => (response.headersSent ? socket.destroy() : respond()));
  };

  return { latest, rejected, reject };
};

/** Responds to a connection above the limits, of all clients or of an address, with 503 and closes it. */
const limitConnections = (
  server: Server,
  { maxConnections: total, maxConnectionsPerAddress: perClient, problem, bursts }: HttpServerOptions,
): void => {
  const connections = makeBudget({ total, perClient });
  const serve = server.listeners('connection');
  // a refused connection gets no parser, which costs more than the refusal
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    bursts.noteConnection();
    const release = connections.take([clientNetwork(socket.remoteAddress ?? '')], 1);
    if (release !== undefined) {
      socket.once('close', release);
      for (const listener of serve) listener.call(server, socket);
      return;
    }
    socket.on('error', () => socket.destroy());
    socket.resume();
    socket.end(toMessage(problem(TOO_MANY_CONNECTIONS), TOO_MANY_CONNECTIONS.status, false));
    socket.destroySoon();
  });
};

/**
 * The bare server. Responds with a problem document to what Node's parser rejects or should reject, what is too large or
 * too slow, and CONNECT; everything else goes to `handler`. After a rejection the connection is no longer read, and a
 * handler that reads its body sees an abort. `100 Continue` is sent when `handler` first reads the body. A connection's
 * requests are handled one at a time.
 */
export const makeHttpServer = (options: HttpServerOptions): Server => {
  const { headersTimeoutMs, bodyTimeoutMs, checkIntervalMs = 5_000, bursts } = options;
  const { latest, rejected, reject } = makeReject(options.problem);
  const serveInTurn = makeConnectionTurns((socket) => rejected.has(socket));
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: Math.max(headersTimeoutMs, bodyTimeoutMs),
    connectionsCheckingInterval: checkIntervalMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
  });

  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    // Node loses data after an Upgrade request in the same packet, so its connection cannot be reused
    if (rejected.has(socket) || latest.get(socket)?.req.headers.upgrade !== undefined) return;
    latest.set(socket, response);
    const rejection = requestRejection(request);
    if (rejection !== undefined) {
      reject(socket, rejection);
      return;
    }
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    if (hasBody(request)) limitBody(request);
    const handle = (): void => options.handler(request, response);
    serveInTurn(socket, { response, handle: isProbe(request.url) ? handle : () => bursts.runAfter(handle) });
  };

  limitConnections(server, options);
  server.setTimeout(options.clientTimeoutMs, (socket) => {
    const response = latest.get(socket);
    const isWaitingForUs = response !== undefined && !response.closed && socket.writableLength === 0;
    if (isWaitingForUs) socket.setTimeout(options.clientTimeoutMs);
    else socket.destroy();
  });
  server.on('request', receive);
  server.on('checkExpectation', receive);
  server.on('checkContinue', (request, response) => {
    continueOnRead(request, response);
    receive(request, response);
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    reject(socket, NO_TUNNELS);
  });
  server.on('clientError', (error: ParserError, socket) => {
    const request = latest.get(socket)?.req;
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && request !== undefined && hasLongBody(request)) return;
    const rejection = parserRejection(error);
    if (rejection === undefined) socket.destroy();
    else reject(socket, rejection);
  });
  return server;
};
