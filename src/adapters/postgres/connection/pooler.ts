// Why: docs/decisions/0081-poolers-in-transaction-mode.md

import type { Pool } from 'pg';
import { corkUntilNextTick } from './cork.ts';
import { makePipelinedStatements, type PipelinedStatements } from './pipelined-statements.ts';
import { type MakeSetConnection, makeSetSession, makeSetTransactions } from './session-settings.ts';

/** For how long a pooler lends a server connection. Without a pooler, too, it lasts as long as the session. */
export type PoolerMode = 'session' | 'transaction';

/** How a database is used through a pooler. */
export type Sending = Readonly<{
  makeSetConnection: MakeSetConnection;
  /** Runs statements outside transactions. */
  statementsOn: (pool: Pool) => PipelinedStatements;
  /** Runs each statement outside transactions alone on a connection. */
  singleStatementsOn: (pool: Pool) => PipelinedStatements;
}>;

/** Runs each statement in a transaction of its own, which begins and ends in the same packet. */
const transactionsOn =
  (pool: Pool): PipelinedStatements =>
  async (query) => {
    const client = await pool.connect();
    corkUntilNextTick(client);
    const begun = client.query('begin');
    const result = client.query(query);
    const outcomes = await Promise.allSettled([begun, result, client.query('commit')]);
    // the pool drops broken connections itself
    client.release();
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return (await result).rows;
  };

export const SENDING: Readonly<Record<PoolerMode, Sending>> = {
  session: {
    makeSetConnection: makeSetSession,
    statementsOn: makePipelinedStatements,
    singleStatementsOn: (pool) => async (query) => (await pool.query(query)).rows,
  },
  transaction: {
    makeSetConnection: makeSetTransactions,
    statementsOn: transactionsOn,
    singleStatementsOn: transactionsOn,
  },
};
