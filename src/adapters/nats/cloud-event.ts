import type { FeedEvent } from '#core/events/event-feed.ts';

/** The content type of a CloudEvent in structured mode. */
export const CLOUD_EVENTS_JSON = 'application/cloudevents+json';

/** The JSON text of an event as a CloudEvent 1.0; `data` is the event as the API shows it. */
export const cloudEvent = ({ id, type, resourceId, occurredAt, view }: FeedEvent, source: string): string => {
  const attributes = JSON.stringify({
    specversion: '1.0',
    id,
    source,
    type,
    subject: resourceId,
    time: occurredAt.toISOString(),
    datacontenttype: 'application/json',
  });
  // the view is JSON text already
  return `${attributes.slice(0, -1)},"data":${view}}`;
};
