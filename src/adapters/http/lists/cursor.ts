import type { Position } from '#core/shared/page.ts';
import { HttpError } from '../responses/problem.ts';

/** Signs cursors by the current key; those that were signed by a former one are still valid. */
type Digests = Readonly<{ digest(text: string): string; formerDigests(text: string): readonly string[] }>;

/** Encodes and decodes cursors: a position in a list, signed with its binding: the list with its filters and sort. */
export type Cursors = Readonly<{
  encode(position: Position, binding: string): string;
  /**
   * @param parameter the query parameter that has the cursor, by default `cursor`.
   * @throws HttpError `invalid_cursor` for a cursor of another list, or a forged one.
   */
  decode(cursor: string, binding: string, parameter?: string): Position;
}>;

const SIGNATURE_LENGTH = 22;

export const makeCursors = ({ digest, formerDigests }: Digests): Cursors => {
  const signed = (position: string, binding: string): string => `cursor\n${position}\n${binding}`;
  return {
    encode({ value, id }, binding) {
      const position = Buffer.from(JSON.stringify([value, id])).toString('base64url');
      return digest(signed(position, binding)) + position;
    },

    decode(cursor, binding, parameter = 'cursor') {
      const signature = cursor.slice(0, SIGNATURE_LENGTH);
      const position = cursor.slice(SIGNATURE_LENGTH);
      const text = signed(position, binding);
      if (digest(text) !== signature && !formerDigests(text).includes(signature)) {
        const message =
          'is not a cursor of this list with these filters and this sort for this caller; start without one';
        const errors = [{ parameter, code: 'cursor.invalid', message }];
        throw new HttpError(400, 'invalid_cursor', `${parameter} ${message}`, { errors });
      }
      const [value, id] = JSON.parse(Buffer.from(position, 'base64url').toString()) as [string, string];
      return { value, id };
    },
  };
};
