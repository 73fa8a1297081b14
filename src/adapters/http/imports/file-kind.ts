/** What the first bytes of a file tell: text whose bytes are read as they are, text in UTF-16, or no text. */
export type FileKind = 'text' | 'utf-16' | 'archive';

/** The beginning that decides. */
const MIN_BYTES = 4;

/** Of archives and workbooks, of images and of PDF. */
const SIGNATURES = [
  ...[
    [0x50, 0x4b, 3, 4],
    [0x1f, 0x8b],
    [0xd0, 0xcf, 0x11, 0xe0],
  ],
  ...[
    [0x89, 0x50, 0x4e, 0x47],
    [0xff, 0xd8, 0xff],
    [0x47, 0x49, 0x46, 0x38],
    [0x25, 0x50, 0x44, 0x46],
  ],
].map((bytes) => Buffer.from(bytes));

export const ARCHIVE = 'must be text: unpack an archive, and save a workbook as CSV UTF-8';

type OpenFile = Readonly<{ kind: FileKind; chunks: AsyncIterable<Uint8Array> }>;

/** Reads the beginning of a file. @returns its chunks from the beginning, in UTF-8 if they were in UTF-16. */
export const openFile = async (file: AsyncIterable<Uint8Array>): Promise<OpenFile> => {
  const iterator = file[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let size = 0;
  while (size < MIN_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    read.push(next.value);
    size += next.value.byteLength;
  }
  const beginning = Buffer.concat(read);
  const chunks = all(beginning, iterator);
  if (SIGNATURES.some((each) => beginning.subarray(0, each.byteLength).equals(each)))
    return { kind: 'archive', chunks };
  const encoding = utf16Of(beginning);
  return encoding === undefined ? { kind: 'text', chunks } : { kind: 'utf-16', chunks: decoded(chunks, encoding) };
};

async function* all(beginning: Buffer, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    if (beginning.byteLength > 0) yield beginning;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

/** By its mark, or since every other byte of Latin text is zero. */
const utf16Of = (bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (second === 0 && first !== 0) return 'utf-16le';
  return first === 0 && second !== 0 ? 'utf-16be' : undefined;
};

async function* decoded(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array, void> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
