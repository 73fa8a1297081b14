import { JetStreamApiError, type JetStreamClient, jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream';
import { headers, type NatsConnection, nanos, RequestError } from '@nats-io/transport-node';
import { EVENT_RETENTION_DAYS } from '#core/events/event-feed.ts';

/** What is sent: its id, by which the stream knows it again, its subject and its text. */
export type Message = Readonly<{ id: string; subject: string; contentType: string; text: string }>;

const STREAM = {
  name: 'COMMERCE',
  subjects: ['commerce.>'],
  storage: StorageType.File,
  duplicate_window: nanos(600_000),
  max_age: nanos(EVENT_RETENTION_DAYS * 86_400_000),
};

const ACKNOWLEDGED_MS = 4_000;

/** JetStream's code for a message that was to come right after another one, and did not. */
const WRONG_LAST_MESSAGE = 10_070;

/**
 * Has the stream take messages, in order, and waits for all its acknowledgements. Where no stream takes them, makes one.
 * @throws Error when one of them is missing; none is taken then that comes after the first that was not.
 */
export const sendInOrder = async (connection: NatsConnection, messages: readonly Message[]): Promise<void> => {
  const { max_payload: most = Number.POSITIVE_INFINITY } = connection.info ?? {};
  const large = messages.find(({ text }) => Buffer.byteLength(text) > most - 1024);
  if (large !== undefined) throw new Error(`${large.id} is larger than the ${most} bytes that the server takes`);
  const client = jetstream(connection, { timeout: ACKNOWLEDGED_MS });
  try {
    await sendAll(client, messages);
  } catch (error) {
    if (!isUnheard(error as Error)) throw error;
    await makeStream(connection);
    await sendAll(client, messages);
  }
};

/** All at once, each to be taken only right after the one before, so that a refused one holds up those after it. */
const sendAll = async (client: JetStreamClient, messages: readonly Message[]): Promise<void> => {
  const answers = await Promise.allSettled(
    messages.map((message, place) => send(client, message, messages[place - 1])),
  );
  const refused = answers.findIndex(({ status }) => status === 'rejected');
  const answer = answers[refused];
  if (answer?.status !== 'rejected') return;
  if (!isOutOfPlace(answer.reason)) throw answer.reason;
  // others write to the stream too: from here on one by one, wherever they come to stand
  for (const message of messages.slice(refused)) await send(client, message);
};

const send = (client: JetStreamClient, { id, subject, contentType, text }: Message, after?: Message) => {
  const fields = headers();
  fields.set('content-type', contentType);
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
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: ACKNOWLEDGED_MS });
  await manager.streams.add(STREAM);
};
