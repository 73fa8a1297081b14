// Why: docs/decisions/0080-traces.md

import { LRUCache } from 'lru-cache';
import type { SpanAttributes, Tracing } from '#core/shared/tracing.ts';

/** The attributes of all spans of the database. */
export const DATABASE = { 'db.system.name': 'postgresql' } as const;

type Summary = Readonly<{ name: string; attributes: SpanAttributes }>;

/** A write, also in a `with`; `for update` and `do update` are none. */
const WRITE = /(?<!\b(?:for|key|do) )\b(insert into|update|delete from)\s+"?(\w+)/i;

const SOURCE = /\bfrom\s+"?(\w+)/i;

const FUNCTION = /^select\s+"?(\w+)"?\(/i;

/** What a statement does, in words of which there are few: `select orders`. */
export const summaryOf = (statement: string): Summary => {
  const text = statement.replace(/^[\s(]+/, '');
  const [, write = /^\w+/.exec(text)?.[0] ?? '', written] = WRITE.exec(text) ?? [];
  // a `with` without a write reads
  const verb = write.replace(/ .*/, '').toLowerCase().replace('with', 'select');
  const table = written ?? SOURCE.exec(text)?.[1];
  const target = table ?? FUNCTION.exec(text)?.[1];
  const name = target === undefined ? verb : `${verb} ${target}`;
  const attributes = { ...DATABASE, 'db.operation.name': verb, 'db.query.summary': name };
  return { name, attributes: table === undefined ? attributes : { ...attributes, 'db.collection.name': table } };
};

const summaries = new LRUCache<string, Summary>({ max: 2_000, memoMethod: summaryOf });

/** Runs a statement in a span of the one who called it, if that is recorded. */
export const inSpan = <T>(tracing: Tracing, text: string, run: () => Promise<T>): Promise<T> =>
  tracing.isRecording() ? tracing.run({ ...summaries.memo(text), kind: 'client' }, run) : run();
