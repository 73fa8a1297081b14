import type { Position } from '#core/shared/page.ts';
import { HttpError } from '../pipeline/problem.ts';

/** Signs cursors. */
type Digest = (text: string) => string;

/** Encodes and decodes cursors: a position in a list, signed with its binding: the list with its filters and sort. */
export type Cursors = Readonly<{
  encode(position: Position, binding: string): string;
  /** @throws HttpError `invalid_cursor` for a cursor of another list, or a forged one. */
  decode(cursor: string, binding: string): Position;
}>;

const SIGNATURE_LENGTH = 22;

export const makeCursors = (digest: Digest): Cursors => {
  const sign = (position: string, binding: string): string => digest(`cursor\n${position}\n${binding}`);
  return {
    encode({ value, id }, binding) {
      const position = Buffer.from(JSON.stringify([value, id])).toString('base64url');
      return sign(position, binding) + position;
    },

    decode(cursor, binding) {
      const position = cursor.slice(SIGNATURE_LENGTH);
      if (sign(position, binding) !== cursor.slice(0, SIGNATURE_LENGTH)) {
        const message =
          'is not a cursor of this list with these filters and this sort for this caller; start without one';
        const errors = [{ parameter: 'cursor', code: 'cursor.invalid', message }];
        throw new HttpError(400, 'invalid_cursor', `cursor ${message}`, { errors });
      }
      const [value, id] = JSON.parse(Buffer.from(position, 'base64url').toString()) as [string, string];
      return { value, id };
    },
  };
};
