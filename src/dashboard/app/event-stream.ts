/** How long to wait before a refused stream is opened again. */
const REOPEN_MS = 5_000;

type Listener<T> = Readonly<{
  receive: (message: T) => void;
  /** Called when the connection breaks; it is opened again by itself. */
  onInterruption?: () => void;
}>;

/** `text` is the data of an event; null says that the connection is broken. */
type Message = Readonly<{ text: string | null }>;

/**
 * Follows server-sent events until the returned function is called. Browsers allow six connections to an origin, so one
 * tab holds the connection of an address and tells the others; when it closes, another one takes over.
 */
export const followEventStream = <T>(address: string, { receive, onInterruption }: Listener<T>): (() => void) => {
  const others = new BroadcastChannel(address);
  const closing = new AbortController();
  const take = ({ text }: Message): void => {
    if (text === null) onInterruption?.();
    else receive(JSON.parse(text));
  };
  others.onmessage = ({ data }: MessageEvent<Message>) => take(data);
  const tell = (message: Message): void => {
    take(message);
    others.postMessage(message);
  };
  navigator.locks
    .request(address, { signal: closing.signal }, () => holdConnection(address, tell, closing.signal))
    .catch((error: unknown) => {
      if (!closing.signal.aborted) throw error;
    });
  return () => {
    closing.abort();
    others.close();
  };
};

const holdConnection = (address: string, tell: (message: Message) => void, closing: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    let stream: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = (): void => {
      stream = new EventSource(address);
      stream.addEventListener('message', ({ data }: MessageEvent<string>) => tell({ text: data }));
      stream.addEventListener('error', () => {
        // the browser connects again by itself, but not after a refusal
        if (stream.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
        tell({ text: null });
      });
    };
    open();
    closing.addEventListener('abort', () => {
      clearTimeout(timer);
      stream.close();
      resolve();
    });
  });
