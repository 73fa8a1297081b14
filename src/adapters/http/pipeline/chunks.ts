/** Characters. Smaller texts are sent at once. */
export const CHUNK_LENGTH = 65_536;

/** Joins the parts of a text to chunks, so that a long text is never held as a whole. */
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
export function* separated(texts: Iterable<string>): Generator<string> {
  let isFirst = true;
  for (const text of texts) {
    if (!isFirst) yield ',';
    yield text;
    isFirst = false;
  }
}
