import { useEffect, useRef } from 'preact/hooks';
import { type EventListener, followEventStream } from './event-stream.ts';
import { isInterrupted } from './session.ts';

/** Follows server-sent events while the component is shown and the session lasts. */
export const useEventStream = <T>(address: string, listener: EventListener<T>): void => {
  const latest = useRef(listener);
  latest.current = listener;
  const isOpen = !isInterrupted.value;
  const wasInterrupted = useRef(false);
  useEffect(() => {
    if (!isOpen) {
      wasInterrupted.current = true;
      return undefined;
    }
    const hasMissed = wasInterrupted.current;
    wasInterrupted.current = false;
    return followEventStream<T>(
      address,
      {
        receive: (message) => latest.current.receive(message),
        onInterruption: () => latest.current.onInterruption?.(),
        onReopened: () => latest.current.onReopened?.(),
      },
      hasMissed,
    );
  }, [address, isOpen]);
};
