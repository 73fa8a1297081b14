import type { Position } from '#core/shared/page.ts';
import { HttpError } from '../pipeline/problem.ts';

/** Signs cursors. */
type Digest = (text: string) => string;

/** Writes and reads cursors: a position in a list, signed with the list's filters and sort. */
export type Cursors = Readonly<{
  write(position: Position, listing: string): string;
  /** @throws HttpError `invalid_cursor` for a cursor of another list, or a forged one. */
  read(cursor: string, listing: string): Position;
}>;

const SIGNATURE_LENGTH = 22;

export const makeCursors = (digest: Digest): Cursors => {
  const sign = (position: string, listing: string): string => digest(`cursor\n${position}\n${listing}`);
  return {
    write({ value, id }, listing) {
      const position = Buffer.from(JSON.stringify([value, id])).toString('base64url');
      return sign(position, listing) + position;
    },

    read(cursor, listing) {
      const position = cursor.slice(SIGNATURE_LENGTH);
      if (sign(position, listing) !== cursor.slice(0, SIGNATURE_LENGTH)) {
        const message = 'is not a cursor of this list with these filters and this sort; start without one';
        const errors = [{ parameter: 'cursor', code: 'cursor.invalid', message }];
        throw new HttpError(400, 'invalid_cursor', `cursor ${message}`, { errors });
      }
      const [value, id] = JSON.parse(Buffer.from(position, 'base64url').toString()) as [string, string];
      return { value, id };
    },
  };
};
