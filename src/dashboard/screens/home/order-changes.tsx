import { useEffect } from 'preact/hooks';
import { holds } from '../../app/session.ts';
import { useEventStream } from '../../app/use-event-stream.ts';
import { useThrottled } from '../../app/use-throttled.ts';

const REFRESH_INTERVAL_MS = 15_000;

/** The pause between two requests for what events have changed. */
export const EVENTS_INTERVAL_MS = 2_000;

type Props = Readonly<{ onChange: () => void }>;

/** Calls `onChange` when orders may have changed: at each event, or at intervals for users who do not read events. */
export const OrderChanges = ({ onChange }: Props) =>
  holds('events:read') ? <OrderEvents onChange={onChange} /> : <Interval onChange={onChange} />;

const OrderEvents = ({ onChange }: Props) => {
  const change = useThrottled(onChange, EVENTS_INTERVAL_MS);
  useEventStream('/api/events/stream?type=order.*&type=withdrawal.*', { receive: change, onReopened: change });
  return null;
};

const Interval = ({ onChange }: Props) => {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') onChange();
    }, REFRESH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [onChange]);
  return null;
};
