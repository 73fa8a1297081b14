import type { FileReading } from '#core/imports/import-file.ts';
import type { ImportRow } from '#core/imports/import-row.ts';
import type { FeedItem } from './feed-items.ts';
import { openFile } from './file-kind.ts';
import { inTurns } from './in-turns.ts';

/** The rows of a feed for Google Merchant Center (RSS 2.0 or Atom), as its chunks arrive. */
export async function* xmlRows(
  file: AsyncIterable<Uint8Array>,
  { choices, note }: FileReading,
): AsyncGenerator<readonly ImportRow[], void> {
  const { chunks } = await openFile(file);
  const { openFeed } = await import('./feed-source.ts');
  const feed = openFeed(choices);
  const { FeedItems } = await import('./feed-items.ts');
  const items = new FeedItems();
  const rowsOf = (found: readonly FeedItem[]): ImportRow[] => found.flatMap((item) => feed.add(item));
  let isEmpty = true;
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    const { found, error } = items.read(decoder.decode(chunk, { stream: true }));
    if (found.length > 0) isEmpty = false;
    const rows = rowsOf(found);
    note({ ...feed.file(), encoding: decoder.encoding, separator: null });
    yield rows;
    if (error === undefined) continue;
    yield* inTurns(feed.end());
    yield [{ kind: 'unreadable', error }];
    return;
  }
  if (isEmpty) yield [{ kind: 'unreadable', error: { line: 1, field: null, code: 'xml.items', message: NO_ITEMS } }];
  else yield* inTurns(feed.end());
  const unfinished = items.end();
  if (!isEmpty && unfinished !== undefined) yield [{ kind: 'unreadable', error: unfinished }];
}

const NO_ITEMS = 'must be a feed of products with elements item or entry';

/** That of the declaration; UTF-8 without one. */
const encodingOf = (beginning: Uint8Array): string => {
  const declaration = Buffer.from(beginning.subarray(0, 200)).toString('latin1');
  const [, label = 'utf-8'] = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(declaration) ?? [];
  return /^(?:iso-8859-1|windows-1252|utf-8)$/i.test(label) ? label : 'utf-8';
};
