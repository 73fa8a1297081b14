/** In characters. */
const CHUNK_LENGTH = 65_536;

/** A response's text as it is sent: encoded, or in chunks that are encoded one by one. */
export type Encoded = Readonly<{ bytes: number; content: Buffer | Iterable<string> }>;

/**
 * Encodes a text, or divides the parts of a long one into chunks, so that it is never held as a whole. Koa would encode a
 * string twice: to measure and to send it.
 */
export const encode = (text: string | readonly string[]): Encoded => {
  if (typeof text === 'string') return encodeAtOnce(text);
  let [length, bytes] = [0, 0];
  for (const part of text) length += part.length;
  if (length <= CHUNK_LENGTH) return encodeAtOnce(text.join(''));
  for (const part of text) bytes += Buffer.byteLength(part);
  return { bytes, content: chunksOf(text) };
};

const encodeAtOnce = (text: string): Encoded => {
  const content = Buffer.from(text);
  return { bytes: content.length, content };
};

/** Joins parts to chunks of at least `CHUNK_LENGTH`, except the last. */
export function* chunksOf(parts: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const part of parts) {
    chunk += part;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** Puts a comma between texts. */
export function* commaSeparated(texts: Iterable<string>): Generator<string> {
  let isFirst = true;
  for (const text of texts) {
    if (!isFirst) yield ',';
    yield text;
    isFirst = false;
  }
}
