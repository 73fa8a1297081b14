import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PoolClient, QueryResultRow } from 'pg';

/** A statement with its parameters. */
export type Statement<Row = unknown> = Readonly<{
  text: string;
  values?: readonly unknown[];
  /** Whether its text is one of many variants, which cannot all be prepared. */
  isVariant?: boolean;
  /** Never set: carries the row type for the compiler. */
  row?: Row;
}>;

/**
 * Runs a statement outside any transaction, prepared once per connection.
 * @param isShort Whether it reads some rows by their keys, so that it need not wait behind others.
 */
export type Query = <R extends QueryResultRow>(statement: Statement<R>, isShort?: boolean) => Promise<R[]>;

/** A statement as the driver sends it. A named one is prepared once per connection. */
export type NamedStatement = Readonly<{ name: string; text: string; values: unknown[]; isVariant: boolean }>;

/** The limit of prepared variants, each of which costs memory on every connection. */
export const MAX_PREPARED_VARIANTS = 500;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 24);

/** The names of statements by their text. */
const names = new Map<string, string>();
const variantNames = new LRUCache<string, string>({ max: MAX_PREPARED_VARIANTS });

/** The statement with a name, so that each connection parses and plans it once. */
export const withStatementName = ({ text, values = [], isVariant = false }: Statement): NamedStatement => {
  const known = isVariant ? variantNames : names;
  let name = known.get(text);
  if (name === undefined) {
    name = hashOf(text);
    known.set(text, name);
  }
  return { name, text, values: values as unknown[], isVariant };
};

/** The driver's record of what a connection has prepared. It has no public method for it. */
type Prepared = PoolClient & { connection: { parsedStatements: Record<string, string> } };

/** The variants that each connection has prepared, the most recently used last. */
const variantsOn = new WeakMap<PoolClient, LRUCache<string, true>>();

/**
 * Notes that a connection is about to run a statement. Of the variants it keeps those that were used most recently:
 * otherwise a client that sends many of them first would keep all others unprepared for ever.
 */
export const keepRecentVariants = (client: PoolClient, { name, isVariant }: NamedStatement): void => {
  if (!isVariant) return;
  const variants = variantsOn.get(client) ?? new LRUCache<string, true>({ max: MAX_PREPARED_VARIANTS });
  variantsOn.set(client, variants);
  const [oldest] = variants.size < MAX_PREPARED_VARIANTS || variants.has(name) ? [] : variants.rkeys();
  if (oldest !== undefined) {
    variants.delete(oldest);
    delete (client as Prepared).connection.parsedStatements[oldest];
    // a failure breaks the connection, and the pool drops it
    client.query(`deallocate ${client.escapeIdentifier(oldest)}`).catch(() => {});
  }
  variants.set(name, true);
};
