const CHUNK_BYTES = 16_384;

/**
 * The same bytes in larger chunks. The service ends the connection of a body in tiny ones, as of a stream that has a chunk
 * for each row of a file.
 */
export const inLargeChunks = (stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> => {
  let waiting: Uint8Array[] = [];
  let count = 0;
  const take = (): Uint8Array => {
    const all = new Uint8Array(count);
    let offset = 0;
    for (const chunk of waiting) {
      all.set(chunk, offset);
      offset += chunk.length;
    }
    [waiting, count] = [[], 0];
    return all;
  };
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        waiting.push(chunk);
        count += chunk.length;
        if (count >= CHUNK_BYTES) controller.enqueue(take());
      },
      flush(controller) {
        if (count > 0) controller.enqueue(take());
      },
    }),
  );
};
