import type { ServerResponse } from 'node:http';
import type { Budget, Release } from './budget.ts';

/** A request in progress: its response, and the address and the credential that its resources are counted for. */
export type Pending = Readonly<{
  res: ServerResponse;
  state: { clients: readonly string[]; onClosed?: (() => void)[] };
}>;

type Transfer = Readonly<{ pending: Pending; since: number; receivedBefore: number; release: Release }>;

/** Under pressure, a client has this long to send a body or to read a response. */
const MIN_TRANSFER_MS = 2_000;

/** Bodies that arrive, or responses that are sent, with what they have taken of a budget. */
export type SlowTransfers = Readonly<{
  /**
   * Takes an amount for a transfer. If a limit would be exceeded, the connections of transfers that had their time are closed:
   * those of the same client first, then those of all.
   */
  takeFrom(budget: Budget, pending: Pending, amount: number): Release | undefined;
}>;

/** How long a transfer has gone on, and what its connection has received meanwhile. */
type Progress = Readonly<{ milliseconds: number; bytes: number }>;

const received = ({ res }: Pending): number => res.req.socket.bytesRead;

/** @param isSlow Whether the transfer of a response, or of its request, goes on and may be ended after its time. */
export const makeSlowTransfers = (isSlow: (response: ServerResponse, progress: Progress) => boolean): SlowTransfers => {
  const transfers = new Set<Transfer>();

  /** @returns whether a transfer was ended. */
  const endSlow = (mayEnd: (transfer: Transfer) => boolean): boolean => {
    const now = performance.now();
    const slow = [...transfers].filter((transfer) => {
      const { pending, since, receivedBefore } = transfer;
      const progress = { milliseconds: now - since, bytes: received(pending) - receivedBefore };
      return progress.milliseconds > MIN_TRANSFER_MS && mayEnd(transfer) && isSlow(pending.res, progress);
    });
    for (const { pending, release } of slow) {
      release();
      pending.res.destroy();
    }
    return slow.length > 0;
  };

  return {
    takeFrom(budget, pending, amount) {
      const { clients } = pending.state;
      const take = (): Release | undefined => budget.take(clients, amount);
      const isOwn = (other: Transfer): boolean =>
        other.pending.state.clients.some((client) => clients.includes(client));
      const taken = take() ?? (endSlow(isOwn) ? take() : undefined) ?? (endSlow(() => true) ? take() : undefined);
      if (taken === undefined) return undefined;
      const release = (): void => {
        transfers.delete(transfer);
        taken();
      };
      const transfer = { pending, since: performance.now(), receivedBefore: received(pending), release };
      transfers.add(transfer);
      return release;
    },
  };
};

/** With one listener per response: Node warns of more than ten. */
export const onceClosed = ({ res, state }: Pending, callback: () => void): void => {
  if (state.onClosed !== undefined) {
    state.onClosed.push(callback);
    return;
  }
  const all = [callback];
  state.onClosed = all;
  res.on('close', () => {
    for (const call of all) call();
  });
};
