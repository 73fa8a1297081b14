import type { NatsConnection } from '@nats-io/transport-node';

/** The one connection of a publisher, which is there when it is needed. */
export type NatsLink = Readonly<{
  /** The connection, opened anew where there is none or it broke. */
  open(): Promise<NatsConnection>;
  /** Ends the connection, if there is one, and what waits for answers on it. */
  drop(): void;
}>;

/** Connects when it is asked to; the library is loaded then, too. */
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
