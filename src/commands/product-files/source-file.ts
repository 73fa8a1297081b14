import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { parseStrictJson } from '#adapters/http/request/strict-json.ts';
import { StartError } from '#composition/start-error.ts';
import { isMapping, type Mapping } from '#core/imports/source/mapping.ts';
import { STANDARD_STREAM } from './arguments.ts';

/** Small, so that the bytes read tell how many rows are stored. */
const CHUNK_BYTES = 16_384;

/** A file to be read. */
export type SourceFile = Readonly<{
  /** In bytes; 0 if it is not known. */
  size: number;
  /** Whether it can be read more than once. */
  isRepeatable: boolean;
  /** Its chunks from the beginning; `onRead` is called with the number of bytes read. */
  read(onRead: (bytes: number) => void): AsyncIterable<Uint8Array>;
}>;

/** @throws StartError for a file that does not exist or cannot be read. */
export const openSourceFile = async (file: string): Promise<SourceFile> => {
  if (file === STANDARD_STREAM) {
    return { size: 0, isRepeatable: false, read: (onRead) => counted(process.stdin, onRead) };
  }
  const found = await stat(file).catch(rejectFile(file));
  if (found.isDirectory()) throw new StartError(`${file} is a directory.`);
  return {
    size: found.size,
    isRepeatable: found.isFile(),
    read: (onRead) => counted(createReadStream(file, { highWaterMark: CHUNK_BYTES }), onRead, rejectFile(file)),
  };
};

/** @throws StartError for a file that is no JSON object of columns and fields. */
export const readMapping = async (file: string): Promise<Mapping> => {
  const text = await readFile(file, 'utf8').catch(rejectFile(file));
  const parsed = parseStrictJson(Buffer.from(text));
  if (parsed.ok && isMapping(parsed.value)) return parsed.value;
  throw new StartError(`${file} must be a JSON object of columns and the fields that they give: {"Item no.": "sku"}.`);
};

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'cannot be read: permission denied',
};

const rejectFile = (file: string) => (error: NodeJS.ErrnoException) => {
  throw new StartError(`${file} ${REASONS[error.code ?? ''] ?? `cannot be read: ${error.message}`}.`);
};

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  onRead: (bytes: number) => void,
  reject?: (error: NodeJS.ErrnoException) => never,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      onRead(bytes);
      yield chunk;
    }
  } catch (error) {
    reject?.(error as NodeJS.ErrnoException);
    throw error;
  }
}
