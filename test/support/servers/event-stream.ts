import { setTimeout as sleep } from 'node:timers/promises';

type EventData = { id: string; type: string; resource_id: string; sequence: number; data: { name?: string } };

export type StreamedEvent<Data = EventData> = Readonly<{ id: string; data: Data }>;

/** One connection to a stream of server-sent events, read as an EventSource does. */
export type EventStream<Data = EventData> = Readonly<{
  events: readonly StreamedEvent<Data>[];
  /** The `Last-Event-ID` that the client would send. */
  lastEventId: () => string | undefined;
  comments: readonly string[];
  /** Resolves when the service ends the stream. */
  ended: Promise<void>;
  /** Waits for a number of events. */
  until(count: number): Promise<readonly StreamedEvent<Data>[]>;
  cut(): void;
}>;

type Options = Readonly<{
  key: string;
  lastEventId?: string | undefined;
  path?: string;
  query?: string;
  headers?: Readonly<Record<string, string>>;
}>;

export const openEventStream = async <Data = EventData>(
  url: string,
  { key, lastEventId, path = '/api/events/stream', query = '', headers = {} }: Options,
): Promise<EventStream<Data>> => {
  const aborting = new AbortController();
  const reply = await fetch(`${url}${path}${query}`, {
    headers: {
      ...headers,
      Authorization: `Bearer ${key}`,
      Accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    },
    signal: aborting.signal,
  });
  if (reply.status !== 200 || reply.body === null) throw new Error(`${reply.status}: ${await reply.text()}`);
  const events: StreamedEvent<Data>[] = [];
  const comments: string[] = [];
  let last = lastEventId;
  let isOpen = false;

  const take = (block: string): void => {
    isOpen = true;
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
  // the first block says that later events are sent
  while (!isOpen) await sleep(5);
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
