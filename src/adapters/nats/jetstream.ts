import { JetStreamApiError, type JetStreamClient, jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream';
import { headers, type NatsConnection, nanos, RequestError } from '@nats-io/transport-node';
import { EVENT_RETENTION_DAYS } from '#core/events/event-feed.ts';
import type { TraceParent } from '#core/shared/tracing.ts';

/** A message: its id for deduplication, its subject and its text. */
export type Message = Readonly<{
  id: string;
  subject: string;
  contentType: string;
  text: string;
  /** The span that recorded the event, where it was traced. */
  traceParent?: TraceParent | null | undefined;
}>;

const STREAM = {
  name: 'COMMERCE',
  subjects: ['commerce.>'],
  storage: StorageType.File,
  duplicate_window: nanos(600_000),
  max_age: nanos(EVENT_RETENTION_DAYS * 86_400_000),
};

const ACKNOWLEDGEMENT_TIMEOUT_MS = 4_000;

/** JetStream's error code for a message that does not follow the expected one. */
const WRONG_LAST_MESSAGE = 10_070;

/**
 * Publishes messages in order and waits for all acknowledgements. Creates the stream if no stream takes the messages.
 * @throws Error if an acknowledgement is missing; no message after the failed one is stored.
 */
export const sendInOrder = async (connection: NatsConnection, messages: readonly Message[]): Promise<void> => {
  const { max_payload: most = Number.POSITIVE_INFINITY } = connection.info ?? {};
  const large = messages.find(({ text }) => Buffer.byteLength(text) > most - 1024);
  if (large !== undefined) throw new Error(`${large.id} exceeds the server’s limit of ${most} bytes`);
  const client = jetstream(connection, { timeout: ACKNOWLEDGEMENT_TIMEOUT_MS });
  try {
    await sendAll(client, messages);
  } catch (error) {
    if (!isUnheard(error as Error)) throw error;
    await makeStream(connection);
    await sendAll(client, messages);
  }
};

/** Publishes all at once, each conditional on its predecessor, so that a rejected one stops those after it. */
const sendAll = async (client: JetStreamClient, messages: readonly Message[]): Promise<void> => {
  const acknowledgements = await Promise.allSettled(
    messages.map((message, index) => send(client, message, messages[index - 1])),
  );
  const failed = acknowledgements.findIndex(({ status }) => status === 'rejected');
  const failure = acknowledgements[failed];
  if (failure?.status !== 'rejected') return;
  if (!isOutOfPlace(failure.reason)) throw failure.reason;
  // another publisher wrote to the stream: from here on one by one, without the condition
  for (const message of messages.slice(failed)) await send(client, message);
};

const send = (client: JetStreamClient, message: Message, after?: Message) => {
  const { id, subject, contentType, text, traceParent } = message;
  const fields = headers();
  fields.set('content-type', contentType);
  if (traceParent) fields.set('traceparent', traceParent);
  return client.publish(subject, text, {
    msgID: id,
    headers: fields,
    ...(after === undefined ? {} : { expect: { lastMsgID: after.id } }),
  });
};

/** No stream listens on the subject. */
const isUnheard = ({ cause }: Error): boolean => cause instanceof RequestError && cause.isNoResponders();

const isOutOfPlace = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === WRONG_LAST_MESSAGE;

const makeStream = async (connection: NatsConnection): Promise<void> => {
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: ACKNOWLEDGEMENT_TIMEOUT_MS });
  await manager.streams.add(STREAM);
};
