import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

type Rejection = { status: number; code: string; detail: string };

type Problem = { body: string; headers: Readonly<Record<string, string>> };

export type HttpServerOptions = Readonly<{
  handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** Creates the problem document of a rejection; `headers` exclude type, length and `connection`. */
  problem: (rejection: Rejection) => Problem;
  /** From the first byte of a request, or the opening of its connection, to the end of its headers. */
  headersTimeoutMs: number;
  /** From the first byte of a request to the end of its body. */
  bodyTimeoutMs: number;
  /** The interval of these checks, by which a request may exceed its timeout. 5 s if omitted. */
  checkIntervalMs?: number;
}>;

type ParserError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };

const MAX_TARGET_BYTES = 8192;
const MAX_HEADER_BYTES = 16_384;
const MAX_HEADERS = 100;
const KEEP_ALIVE_MS = 65_000;
/** How long a rejected client may keep sending: closing at once would make the kernel discard the response. */
const CLOSE_TIMEOUT_MS = 1_000;

const badRequest = (detail: string): Rejection => ({ status: 400, code: 'bad_request', detail });

const URI_TOO_LONG: Rejection = {
  status: 414,
  code: 'uri_too_long',
  detail: `The request target must have at most ${MAX_TARGET_BYTES} bytes.`,
};
const HEADERS_TOO_LARGE: Rejection = {
  status: 431,
  code: 'header_fields_too_large',
  detail: `The headers must have at most ${MAX_HEADER_BYTES} bytes and ${MAX_HEADERS} fields.`,
};
const TIMED_OUT: Rejection = { status: 408, code: 'request_timeout', detail: 'The request was not received in time.' };
const NO_TUNNELS: Rejection = { status: 405, code: 'method_not_allowed', detail: 'CONNECT is not supported.' };

const FRAMING = 'The length of the body is ambiguous: send one Content-Length or Transfer-Encoding: chunked.';
const CHUNKS = 'The chunked body is malformed.';

const PARSER_DETAILS: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD: 'The method is unknown.',
  HPE_INVALID_URL: 'The request target contains characters that must be percent-encoded.',
  HPE_INVALID_VERSION: 'The request line must end with HTTP/1.1 and CRLF.',
  HPE_INVALID_CONTENT_LENGTH: FRAMING,
  HPE_UNEXPECTED_CONTENT_LENGTH: FRAMING,
  HPE_INVALID_TRANSFER_ENCODING: FRAMING,
  HPE_INVALID_HEADER_TOKEN: 'A header is malformed.',
  HPE_INVALID_CHUNK_SIZE: CHUNKS,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: CHUNKS,
  HPE_PAUSED_H2_UPGRADE: 'HTTP/2 is not supported.',
  HPE_INVALID_EOF_STATE: 'The request ended early.',
};

const LONG_TARGET = new RegExp(`(?:^|\r\n)[A-Z-]+ [^ \r\n]{${MAX_TARGET_BYTES + 1}}`);

/**
 * Whether the headers exceeded their limit because of the target. The parser passes only the last chunk it read; one
 * without spaces and line ends is the middle of a target.
 */
const isTargetTooLong = ({ rawPacket, bytesParsed }: ParserError): boolean => {
  const chunk = rawPacket?.toString('latin1', 0, bytesParsed) ?? '';
  return /^[^ \r\n]+$/.test(chunk) || LONG_TARGET.test(chunk);
};

/** Undefined if the connection itself is broken. */
const parserRejection = (error: ParserError): Rejection | undefined => {
  const code = error.code ?? '';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return TIMED_OUT;
  if (code === 'HPE_HEADER_OVERFLOW') return isTargetTooLong(error) ? URI_TOO_LONG : HEADERS_TOO_LARGE;
  if (!code.startsWith('HPE_')) return undefined;
  return badRequest(PARSER_DETAILS[code] ?? 'The request is not well-formed HTTP/1.1.');
};

/** The origin-form of a target, the asterisk-form, or the absolute-form that proxies send (RFC 9112, 3.2). */
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

/** Rejects what Node's parser accepts although RFC 9112 forbids it, and what exceeds our limits. */
const requestRejection = (request: IncomingMessage): Rejection | undefined => {
  const { httpVersion, url = '', rawHeaders, headers } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return badRequest('Only HTTP/1.1 and HTTP/1.0 are supported.');
  // the parser reads the target as Latin-1: a character is a byte
  if (url.length > MAX_TARGET_BYTES) return URI_TOO_LONG;
  if (rawHeaders.length > 2 * MAX_HEADERS) return HEADERS_TOO_LARGE;
  if (!isTarget(url)) return badRequest('The request target is neither a path nor an http URL.');
  if (!hasValidHost(request)) return badRequest('Exactly one valid Host header is required.');
  // HTTP/1.0 has neither codings nor expectations: codings make the framing ambiguous, expectations are ignored
  const { 'transfer-encoding': coding = 'chunked', expect = '100-continue' } = headers;
  if (!/^chunked$/i.test(coding)) return badRequest(FRAMING);
  if (httpVersion === '1.0') return 'transfer-encoding' in headers ? badRequest(FRAMING) : undefined;
  return /^100-continue$/i.test(expect) ? undefined : badRequest('Expect may only be 100-continue.');
};

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

/**
 * The bare server. Responds with a problem document to what Node's parser rejects or should reject, what is too large or
 * too slow, and CONNECT; everything else goes to `handler`. After a rejection the connection is no longer read, and a
 * handler that reads its body sees an abort. `100 Continue` is sent when `handler` first reads the body.
 */
export const makeHttpServer = (options: HttpServerOptions): Server => {
  const { headersTimeoutMs, bodyTimeoutMs, checkIntervalMs = 5_000 } = options;
  const { latest, rejected, reject } = makeReject(options.problem);
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
    reject(socket, NO_TUNNELS);
  });
  server.on('clientError', (error: ParserError, socket) => {
    const rejection = parserRejection(error);
    if (rejection === undefined) socket.destroy();
    else reject(socket, rejection);
  });
  return server;
};
