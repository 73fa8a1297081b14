import { useEffect, useRef } from 'preact/hooks';
import { followEventStream } from './event-stream.ts';
import { isInterrupted } from './session.ts';

/** Follows server-sent events while the component is shown and the session lasts. */
export const useEventStream = <T>(address: string, receive: (message: T) => void): void => {
  const latest = useRef(receive);
  latest.current = receive;
  const isOpen = !isInterrupted.value;
  useEffect(
    () => (isOpen ? followEventStream<T>(address, { receive: (message) => latest.current(message) }) : undefined),
    [address, isOpen],
  );
};
