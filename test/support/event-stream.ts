import { setTimeout as sleep } from 'node:timers/promises';

export type StreamedEvent = Readonly<{
  id: string;
  data: { id: string; type: string; resource_id: string; sequence: number; data: { name?: string } };
}>;

/** One connection to `/api/events/stream`, read as an EventSource does. */
export type EventStream = Readonly<{
  events: readonly StreamedEvent[];
  /** The `Last-Event-ID` that the client would send. */
  lastEventId: () => string | undefined;
  comments: readonly string[];
  /** Resolves when the service ends the stream. */
  ended: Promise<void>;
  /** Waits for a number of events. */
  until(count: number): Promise<readonly StreamedEvent[]>;
  cut(): void;
}>;

type Options = Readonly<{ key: string; lastEventId?: string | undefined; query?: string }>;

export const openEventStream = async (url: string, { key, lastEventId, query = '' }: Options): Promise<EventStream> => {
  const aborting = new AbortController();
  const reply = await fetch(`${url}/api/events/stream${query}`, {
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    },
    signal: aborting.signal,
  });
  if (reply.status !== 200 || reply.body === null) throw new Error(`${reply.status}: ${await reply.text()}`);
  const events: StreamedEvent[] = [];
  const comments: string[] = [];
  let last = lastEventId;

  const take = (block: string): void => {
    const lines = block.split('\n');
    const fieldOf = (field: string): string | undefined =>
      lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2);
    for (const line of lines) if (line.startsWith(':')) comments.push(line);
    last = fieldOf('id') ?? last;
    const data = fieldOf('data');
    if (data !== undefined) events.push({ id: last ?? '', data: JSON.parse(data) });
  };

  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    let rest = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) take(block);
    }
  };

  const ended = read(reply.body).catch(() => {});
  // the first block names the start: later events are sent
  while (last === undefined) await sleep(5);
  return {
    events,
    comments,
    ended,
    lastEventId: () => last,
    async until(count) {
      for (let tries = 0; events.length < count && tries < 1_000; tries += 1) await sleep(10);
      return events;
    },
    cut: () => aborting.abort(),
  };
};
