const RETURN = 0x0d;
const NEWLINE = 0x0a;

/**
 * A file whose lines end with a carriage return alone, as spreadsheets on a Mac save them, with line feeds instead. The
 * first end of a line decides; all other files stay as they are.
 */
export async function* withLineFeeds(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let hasReturns: boolean | undefined;
  /** What ends with a carriage return, behind which a line feed may follow. */
  let held: Uint8Array | undefined;
  for await (const chunk of chunks) {
    const bytes = held === undefined ? chunk : Buffer.concat([held, chunk]);
    hasReturns ??= endsWithReturns(bytes);
    const isOpen = hasReturns !== false && bytes.at(-1) === RETURN;
    const kept = !isOpen ? bytes.byteLength : hasReturns === true ? bytes.byteLength - 1 : 0;
    held = isOpen ? bytes.subarray(kept) : undefined;
    if (kept > 0) yield hasReturns === true ? lineFeedsOf(bytes.subarray(0, kept)) : bytes;
  }
  if (held !== undefined) yield lineFeedsOf(held);
}

/** Undefined as long as no line ends. */
const endsWithReturns = (bytes: Uint8Array): boolean | undefined => {
  const [first, newline] = [bytes.indexOf(RETURN), bytes.indexOf(NEWLINE)];
  if (first < 0 || (newline >= 0 && newline < first)) return newline < 0 ? undefined : false;
  return first === bytes.byteLength - 1 ? undefined : newline !== first + 1;
};

const lineFeedsOf = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(/\r\n?/g, '\n'), 'latin1');
