import type { NatsConnection } from '@nats-io/transport-node';

/** The connection of a publisher, opened on demand. */
export type NatsLink = Readonly<{
  /** The open connection, or a new one. */
  open(): Promise<NatsConnection>;
  /** Closes the connection and rejects what waits on it. */
  drop(): void;
}>;

/** Connects on demand; the library is loaded then, too. */
export const makeNatsLink = (url: string): NatsLink => {
  let opening: Promise<NatsConnection> | undefined;

  return {
    open() {
      if (opening !== undefined) return opening;
      const attempt = import('./nats-connection.ts').then(({ connectToNats }) => connectToNats(url));
      const forget = (): void => {
        if (opening === attempt) opening = undefined;
      };
      opening = attempt;
      attempt.then((connection) => connection.closed()).then(forget, forget);
      return attempt;
    },

    drop() {
      opening?.then((connection) => connection.close()).catch(() => {});
      opening = undefined;
    },
  };
};
