import { createHash, type Hash } from 'node:crypto';
import type { RowDigest } from '#core/imports/import-row.ts';

/** Follows each row, so that the rows of a file have one digest, however they are grouped. */
const END_OF_ROW = '\u001e';

const digestOf = (hash: Hash): RowDigest => ({
  after(rows) {
    const next = hash.copy();
    next.update(rows.map(({ text }) => text + END_OF_ROW).join(''));
    return digestOf(next);
  },
  value: () => hash.copy().digest('base64url'),
});

/** The SHA-256 of no rows. */
export const emptyRowDigest = (): RowDigest => digestOf(createHash('sha256'));
