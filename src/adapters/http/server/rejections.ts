import type { IncomingMessage } from 'node:http';
import type { ProblemCode } from '../responses/problem-codes.ts';

/** A request that is rejected before it reaches the app. */
export type Rejection = Readonly<{ status: number; code: ProblemCode; detail: string }>;

export type ParserError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };

const MAX_TARGET_BYTES = 8192;
export const MAX_HEADER_BYTES = 16_384;
const MAX_HEADERS = 100;

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
export const NO_TUNNELS: Rejection = { status: 405, code: 'method_not_allowed', detail: 'CONNECT is not supported.' };

export const TOO_MANY_CONNECTIONS: Rejection = {
  status: 503,
  code: 'unavailable',
  detail: 'Too many connections are open: try again in 1 s.',
};

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

/** The rejection of what the parser rejects; undefined if the connection itself is broken. */
export const parserRejection = (error: ParserError): Rejection | undefined => {
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
export const requestRejection = (request: IncomingMessage): Rejection | undefined => {
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
