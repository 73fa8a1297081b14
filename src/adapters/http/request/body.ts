import type { IncomingMessage } from 'node:http';
import type { BodyPace } from '../admission/in-flight.ts';
import { HttpError } from '../responses/problem.ts';
import { parseStrictJson } from './strict-json.ts';

/** `type/subtype` with an optional charset. Whitespace matches are never adjacent, which would take quadratic time. */
const MEDIA_TYPE = /^([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;\s*(?:charset\s*=\s*"?([\w-]+)"?\s*(?:;\s*)?)?)?$/i;

/** Whether a request has a body of any length. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Which bodies are read. */
export type Accepted = Readonly<{
  maxBytes: number;
  /** Called before a body is read, with its length or the largest that it may have. Throws to refuse it. */
  admit: (bytes: number) => BodyPace;
}>;

/**
 * Reads and strictly parses a JSON body of an allowed media type. `size` is in bytes.
 * @throws HttpError `unsupported_media_type`, `payload_too_large`, `malformed_json`.
 */
export const readJsonBody = async (
  request: IncomingMessage,
  {
    mediaTypes,
    maxValues,
    ...accepted
  }: Accepted &
    Readonly<{ mediaTypes: readonly string[] /** Of JSON; 2,000 if omitted. */; maxValues?: number | undefined }>,
): Promise<{ value: unknown; size: number }> => {
  requireMediaType(request, mediaTypes);
  const bytes = await readBytes(request, accepted);
  const parsed = parseStrictJson(bytes, maxValues);
  if (parsed.ok) return { value: parsed.value, size: bytes.byteLength };
  const { pointer, message } = parsed.error;
  const detail = `The body is not valid JSON: ${pointer === '' ? '' : `${pointer} `}${message}`;
  throw new HttpError(400, 'malformed_json', detail, { errors: [parsed.error] });
};

/** The media type of a body. @throws HttpError `unsupported_media_type`. */
export const requireMediaType = ({ headers }: IncomingMessage, mediaTypes: readonly string[]): string => {
  const reject = (header: string, message: string): never => {
    const errors = [{ header, code: 'header.unsupported', message }];
    throw new HttpError(415, 'unsupported_media_type', `${header} ${message}`, { errors });
  };
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding.toLowerCase() !== 'identity')
    reject('Content-Encoding', 'must be omitted: content codings are not supported');
  const [, type = '', charset = 'utf-8'] = MEDIA_TYPE.exec(headers['content-type'] ?? '') ?? [];
  if (!mediaTypes.includes(type.toLowerCase())) reject('Content-Type', `must be ${mediaTypes.join(' or ')}`);
  if (!/^utf-?8$/i.test(charset)) reject('Content-Type', 'must have the charset utf-8 or none');
  return type.toLowerCase();
};

/** Reads a body of any type. @throws HttpError `payload_too_large`. */
export const readBytes = async (request: IncomingMessage, { maxBytes, admit }: Accepted): Promise<Uint8Array> => {
  const tooLarge = (): HttpError =>
    // only closing the connection stops the rest of the body
    new HttpError(413, 'payload_too_large', `The body must have at most ${maxBytes} bytes.`, {
      headers: { Connection: 'close' },
    });
  const brokenOff = (): HttpError => new HttpError(400, 'bad_request', 'The body ended early.');
  const length = request.headers['content-length'];
  if (Number(length ?? 0) > maxBytes) throw tooLarge();
  const pace = admit(Number(length ?? maxBytes));
  // no event reports a client that disconnected earlier
  if (request.destroyed) throw brokenOff();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const bytes = await new Promise<Uint8Array>((resolve, reject) => {
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= maxBytes) chunks.push(chunk);
      else reject(tooLarge());
      const pausing = pace(chunk.byteLength);
      if (pausing === undefined) return;
      request.pause();
      void pausing.then(() => request.resume());
    });
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', () => reject(brokenOff()));
  });
  await pace(size);
  return bytes;
};
