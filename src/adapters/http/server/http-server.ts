import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

type Refusal = { status: number; code: string; detail: string };

type Problem = { body: string; headers: Readonly<Record<string, string>> };

export type HttpServerOptions = Readonly<{
  handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** Turns a refusal into the complete problem document; `headers` are those beside the type, the length and `connection`. */
  problem: (refusal: Refusal) => Problem;
  /** From the first byte of a request (or the opening of its connection) to the end of its headers. */
  headersTimeoutMs: number;
  /** From the first byte of a request to the last of its body. */
  bodyTimeoutMs: number;
  /** How often the two are looked at: a request may overrun them by so much. 5 s if left out. */
  checkIntervalMs?: number;
}>;

type ParserError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };

const MAX_TARGET_BYTES = 8192;
const MAX_HEADER_BYTES = 16_384;
const MAX_HEADERS = 100;
const KEEP_ALIVE_MS = 65_000;
/** How long a refused client may go on sending: closing at once makes the kernel throw away the answer on its way. */
const LINGER_MS = 1_000;

const badRequest = (detail: string): Refusal => ({ status: 400, code: 'bad_request', detail });

const URI_TOO_LONG: Refusal = {
  status: 414,
  code: 'uri_too_long',
  detail: `The request target may have ${MAX_TARGET_BYTES} bytes at most.`,
};
const HEADERS_TOO_LARGE: Refusal = {
  status: 431,
  code: 'header_fields_too_large',
  detail: `The headers may have ${MAX_HEADER_BYTES} bytes and ${MAX_HEADERS} fields at most.`,
};
const TIMED_OUT: Refusal = { status: 408, code: 'request_timeout', detail: 'The request did not arrive in time.' };
const NO_TUNNELS: Refusal = { status: 405, code: 'method_not_allowed', detail: 'CONNECT is not offered here.' };

const FRAMING = 'The length of the body is unclear: send one Content-Length or Transfer-Encoding: chunked.';
const CHUNKS = 'The chunked body is malformed.';

const PARSER_DETAILS: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD: 'The method is unknown.',
  HPE_INVALID_URL: 'The request target has characters that must be percent-encoded.',
  HPE_INVALID_VERSION: 'The request line must end with HTTP/1.1 and CRLF.',
  HPE_INVALID_CONTENT_LENGTH: FRAMING,
  HPE_UNEXPECTED_CONTENT_LENGTH: FRAMING,
  HPE_INVALID_TRANSFER_ENCODING: FRAMING,
  HPE_INVALID_HEADER_TOKEN: 'A header is malformed.',
  HPE_INVALID_CHUNK_SIZE: CHUNKS,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: CHUNKS,
  HPE_PAUSED_H2_UPGRADE: 'HTTP/2 is not spoken here.',
  HPE_INVALID_EOF_STATE: 'The request ended before it was complete.',
};

const LONG_TARGET = new RegExp(`(?:^|\r\n)[A-Z-]+ [^ \r\n]{${MAX_TARGET_BYTES + 1}}`);

/**
 * Whether the headers outgrew their limit because of the target. The parser hands over only the last piece it read;
 * one that is neither split by a space nor by a line end is taken for the middle of a target.
 */
const isTargetTooLong = ({ rawPacket, bytesParsed }: ParserError): boolean => {
  const piece = rawPacket?.toString('latin1', 0, bytesParsed) ?? '';
  return /^[^ \r\n]+$/.test(piece) || LONG_TARGET.test(piece);
};

/** Undefined where there is nobody left to answer: the connection itself broke. */
const parserRefusal = (error: ParserError): Refusal | undefined => {
  const code = error.code ?? '';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return TIMED_OUT;
  if (code === 'HPE_HEADER_OVERFLOW') return isTargetTooLong(error) ? URI_TOO_LONG : HEADERS_TOO_LARGE;
  if (!code.startsWith('HPE_')) return undefined;
  return badRequest(PARSER_DETAILS[code] ?? 'The request is not well-formed HTTP/1.1.');
};

/** The origin-form of a target, the asterisk, or the absolute-form that proxies send (RFC 9112, 3.2). */
const isTarget = (url: string): boolean =>
  url.startsWith('/') || url === '*' || (/^https?:\/\//i.test(url) && URL.canParse(url));

const HOST = /^(?:\[[\da-fA-F:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/;

const hasValidHost = ({ rawHeaders, httpVersion, headers }: IncomingMessage): boolean => {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  }
  return count === 0 ? httpVersion === '1.0' : count === 1 && HOST.test(headers.host ?? '');
};

/** What Node's parser lets through although RFC 9112 has it refused, and the limits that are ours. */
const requestRefusal = (request: IncomingMessage): Refusal | undefined => {
  const { httpVersion, url = '', rawHeaders, headers } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return badRequest('Only HTTP/1.1 and HTTP/1.0 are spoken here.');
  // The parser reads the target as Latin-1: a character is a byte.
  if (url.length > MAX_TARGET_BYTES) return URI_TOO_LONG;
  if (rawHeaders.length > 2 * MAX_HEADERS) return HEADERS_TOO_LARGE;
  if (!isTarget(url)) return badRequest('The request target is neither a path nor an http URL.');
  if (!hasValidHost(request)) return badRequest('Exactly one valid Host header is needed.');
  // HTTP/1.0 knows neither codings nor expectations: the former make its framing unclear, the latter mean nothing.
  const { 'transfer-encoding': coding = 'chunked', expect = '100-continue' } = headers;
  if (!/^chunked$/i.test(coding)) return badRequest(FRAMING);
  if (httpVersion === '1.0') return 'transfer-encoding' in headers ? badRequest(FRAMING) : undefined;
  return /^100-continue$/i.test(expect) ? undefined : badRequest('Expect may only be 100-continue.');
};

/** Keeps the parser from all that still comes in: a request that was refused half-way must not be completed. */
const stopListening = (socket: Duplex): void => {
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.resume();
};

const closeConnection = (socket: Duplex, lastWords = ''): void => {
  // It is being closed already, for instance after an answer with `Connection: close`.
  if (!socket.writable) return;
  socket.end(lastWords);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
};

const whenFinished = (response: ServerResponse, callback: () => void): void => {
  if (response.writableFinished) callback();
  else response.once('finish', callback);
};

/** A response has its socket once all those to the requests pipelined before are sent. */
const whenItsTurn = (response: ServerResponse, callback: () => void): void => {
  if (response.socket === null) response.once('socket', callback);
  else callback();
};

/** Sends `100 Continue` when somebody begins to read the body, so that a body refused by its headers is never sent. */
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

/** Writes refusals past ServerResponse, since most of them come without one, but each in its turn. */
const makeRefuser = (problem: HttpServerOptions['problem']) => {
  /** The response to the newest request of each connection. */
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();

  const refuse = (socket: Duplex, refusal: Refusal): void => {
    if (refused.has(socket)) return;
    refused.add(socket);
    stopListening(socket);
    const response = latest.get(socket);
    const isHead = response?.req.complete === false && response.req.method === 'HEAD';
    const answer = () => closeConnection(socket, toMessage(problem(refusal), refusal.status, isHead));
    if (response === undefined) answer();
    else if (response.req.complete) whenFinished(response, answer);
    // What is refused is the request of this response, mostly for the rest of its body.
    else if (response.writableEnded) whenFinished(response, () => closeConnection(socket));
    else whenItsTurn(response, () => (response.headersSent ? socket.destroy() : answer()));
  };

  return { latest, refused, refuse };
};

/**
 * The bare server: answers with a problem document what Node's parser refuses, what it should have refused, what is too
 * large or too slow, and CONNECT; all else goes to `handler`. After a refusal nothing more is heard on the connection,
 * and a handler that still reads its body sees the request aborted. A client that expects `100 Continue` gets it when
 * `handler` begins to read the body.
 */
export const makeHttpServer = (options: HttpServerOptions): Server => {
  const { headersTimeoutMs, bodyTimeoutMs, checkIntervalMs = 5_000 } = options;
  const { latest, refused, refuse } = makeRefuser(options.problem);
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
    // Node loses what follows an Upgrade request in the same packet, so its connection cannot be used again.
    if (refused.has(socket) || latest.get(socket)?.req.headers.upgrade !== undefined) return;
    latest.set(socket, response);
    const refusal = requestRefusal(request);
    if (refusal !== undefined) {
      refuse(socket, refusal);
      return;
    }
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    options.handler(request, response);
  };

  server.on('request', receive);
  server.on('checkExpectation', receive);
  server.on('checkContinue', (request, response) => {
    continueOnRead(request, response);
    receive(request, response);
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    refuse(socket, NO_TUNNELS);
  });
  server.on('clientError', (error: ParserError, socket) => {
    const refusal = parserRefusal(error);
    if (refusal === undefined) socket.destroy();
    else refuse(socket, refusal);
  });
  return server;
};
