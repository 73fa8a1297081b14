/** An event of a stream (`text/event-stream`); without data it says only where the stream is. */
export type ServerSentEvent = Readonly<{ id: string | undefined; data: string | undefined }>;

/** Reads a stream of server-sent events; comments only say that it lives. */
export const serverSentEvents = async function* (
  stream: ReadableStream<Uint8Array>,
  onData: () => void,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = stream.getReader();
  // a character may begin in one chunk and end in the next
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onData();
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield eventIn(block);
    }
  } finally {
    // a caller that stops closes the connection
    await reader.cancel().catch(() => {});
  }
};

const eventIn = (block: string): ServerSentEvent => {
  const lines = block.split(/\r?\n/);
  const valuesOf = (field: string): string[] =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  const data = valuesOf('data');
  return { id: valuesOf('id').at(-1), data: data.length === 0 ? undefined : data.join('\n') };
};
