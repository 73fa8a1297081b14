import { hasCardNumber, withoutCardNumber } from '#core/shared/card-number.ts';
import { HttpError, type ProblemError, pointer } from '../responses/problem.ts';

const MESSAGE = 'must not contain a card number: send a token of the payment gateway';

/** The text as URL decoding shows it. */
const decoded = (text: string): string => {
  if (!/[%+]/.test(text)) return '';
  return text.replaceAll('+', ' ').replace(/%[0-9a-f]{2}/gi, (code) => {
    const byte = Number.parseInt(code.slice(1), 16);
    return byte < 0x80 ? String.fromCharCode(byte) : code;
  });
};

/**
 * Rejects a body with a card number in any value or name, without repeating it.
 * @throws HttpError `validation_failed`.
 */
export const rejectCardNumbers = (body: unknown): void => {
  const errors: ProblemError[] = [];
  const look = (value: unknown, path: readonly (string | number)[]): void => {
    if (typeof value === 'string' || typeof value === 'number') {
      if (hasCardNumber(String(value)) || hasCardNumber(decoded(String(value))))
        errors.push({ pointer: pointer(path), code: 'card_number', message: MESSAGE });
      return;
    }
    for (const [name, inside] of Object.entries(value ?? {})) {
      const shown = withoutCardNumber(name);
      const place = [...path, shown];
      if (shown !== name) errors.push({ pointer: pointer(place), code: 'card_number', message: MESSAGE });
      look(inside, place);
    }
  };
  look(body, []);
  if (errors.length > 0) {
    throw new HttpError(422, 'validation_failed', `The body ${MESSAGE}`, { errors: errors.slice(0, 50) });
  }
};
