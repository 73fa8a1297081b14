import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

/** A message stored in a stream. */
export type StoredMessage = Readonly<{
  subject: string;
  contentType: string;
  messageId: string;
  /** Empty without one. */
  traceParent: string;
  text: string;
}>;

type Login = Readonly<{ user?: string; pass?: string }>;

/** All messages of the stream COMMERCE in order; none without a stream. */
export const storedMessages = async (url: string, login: Login = {}): Promise<StoredMessage[]> => {
  const connection = await connect({ servers: url, ...login });
  try {
    const manager = await jetstreamManager(connection);
    const names = await manager.streams.names().next();
    if (!names.includes('COMMERCE')) return [];
    const { state } = await manager.streams.info('COMMERCE');
    if (state.messages === 0) return [];
    const consumer = await jetstream(connection).consumers.get('COMMERCE', { deliver_policy: DeliverPolicy.All });
    const stored: StoredMessage[] = [];
    for await (const message of await consumer.fetch({ max_messages: state.messages, expires: 5_000 })) {
      stored.push({
        subject: message.subject,
        contentType: message.headers?.get('content-type') ?? '',
        messageId: message.headers?.get('Nats-Msg-Id') ?? '',
        traceParent: message.headers?.get('traceparent') ?? '',
        text: message.string(),
      });
    }
    return stored;
  } finally {
    await connection.close();
  }
};
