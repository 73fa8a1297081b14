/** How long to wait before a refused stream is opened again. */
const REOPEN_MS = 5_000;

export type EventListener<T> = Readonly<{
  receive: (message: T) => void;
  /** Called when the connection breaks; it is opened again by itself. */
  onInterruption?: () => void;
  /** Called when a new connection follows a former one: events between the two were missed. */
  onReopened?: () => void;
}>;

type Message = Readonly<{ kind: 'event'; text: string }> | Readonly<{ kind: 'interrupted' | 'reopened' }>;

type Broadcast = (message: Message) => void;

type State = Readonly<{
  /** Aborted when nobody follows any more. */
  closing: AbortSignal;
  /** Whether events were missed before the connection. */
  hasMissed: boolean;
}>;

/**
 * Follows server-sent events until the returned function is called. Browsers allow six connections to an origin, so one
 * tab holds the connection of an address and tells the others; when it closes, another one takes over.
 *
 * @param hasMissed Whether it was followed before, and events were missed since.
 */
export const followEventStream = <T>(address: string, listener: EventListener<T>, hasMissed = false): (() => void) => {
  const others = new BroadcastChannel(address);
  const closing = new AbortController();
  const receiveMessage = (message: Message): void => {
    if (message.kind === 'event') listener.receive(JSON.parse(message.text));
    else if (message.kind === 'interrupted') listener.onInterruption?.();
    else listener.onReopened?.();
  };
  others.onmessage = ({ data }: MessageEvent<Message>) => receiveMessage(data);
  const broadcast: Broadcast = (message) => {
    receiveMessage(message);
    others.postMessage(message);
  };
  holdInTurn(address, broadcast, { closing: closing.signal, hasMissed }).catch((error: unknown) => {
    if (!closing.signal.aborted) throw error;
  });
  return () => {
    closing.abort();
    others.close();
  };
};

/** Holds the connection at once if no other tab does, or else when that tab closes. */
const holdInTurn = async (address: string, broadcast: Broadcast, state: State): Promise<void> => {
  const { closing } = state;
  const isHeldElsewhere = await navigator.locks.request(address, { ifAvailable: true }, async (lock) => {
    if (lock !== null && !closing.aborted) await holdConnection(address, broadcast, state);
    return lock === null;
  });
  if (!isHeldElsewhere) return;
  await navigator.locks.request(address, { signal: closing }, () =>
    holdConnection(address, broadcast, { closing, hasMissed: true }),
  );
};

const holdConnection = (address: string, broadcast: Broadcast, { closing, hasMissed }: State): Promise<void> =>
  new Promise((resolve) => {
    let stream: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isBehind = hasMissed;
    const open = (): void => {
      let wasOpen = false;
      stream = new EventSource(address);
      stream.addEventListener('message', ({ data }: MessageEvent<string>) => broadcast({ kind: 'event', text: data }));
      stream.addEventListener('open', () => {
        if (isBehind) broadcast({ kind: 'reopened' });
        isBehind = false;
        wasOpen = true;
      });
      stream.addEventListener('error', () => {
        const isRefused = stream.readyState === EventSource.CLOSED;
        if (isRefused) timer = setTimeout(open, REOPEN_MS);
        // otherwise the browser connects again by itself, and asks for what it has missed since the last event that it knows
        isBehind ||= isRefused || !wasOpen;
        broadcast({ kind: 'interrupted' });
      });
    };
    open();
    closing.addEventListener('abort', () => {
      clearTimeout(timer);
      stream.close();
      resolve();
    });
  });
