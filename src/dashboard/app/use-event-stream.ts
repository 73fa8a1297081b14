import { useEffect, useRef } from 'preact/hooks';

/** Follows server-sent events while the component is shown. The browser reconnects by itself. */
export const useEventStream = <T>(address: string, receive: (message: T) => void): void => {
  const latest = useRef(receive);
  latest.current = receive;
  useEffect(() => {
    const stream = new EventSource(address);
    stream.addEventListener('message', (event: MessageEvent<string>) => latest.current(JSON.parse(event.data)));
    return () => stream.close();
  }, [address]);
};
