import { hasCardNumber } from '#core/shared/card-number.ts';
import { HttpRefusal, type ProblemFault, pointer } from './problem.ts';

const MESSAGE = 'must not hold a card number: send a token of the payment gateway';

/** What stands in the place of a member whose name is a card number itself. */
const WITHHELD = '[withheld]';

/**
 * Refuses a body with a card's number anywhere, in names too, and does not repeat it.
 * @throws HttpRefusal `validation_failed`.
 */
export const refuseCardNumbers = (body: unknown): void => {
  const errors: ProblemFault[] = [];
  const look = (value: unknown, path: readonly (string | number)[]): void => {
    if (typeof value === 'string' || typeof value === 'number') {
      if (hasCardNumber(String(value))) errors.push({ pointer: pointer(path), code: 'card_number', message: MESSAGE });
      return;
    }
    for (const [name, inside] of Object.entries(value ?? {})) {
      const isNumber = hasCardNumber(name);
      const place = [...path, isNumber ? WITHHELD : name];
      if (isNumber) errors.push({ pointer: pointer(place), code: 'card_number', message: MESSAGE });
      look(inside, place);
    }
  };
  look(body, []);
  if (errors.length > 0) {
    throw new HttpRefusal(422, 'validation_failed', `The body ${MESSAGE}`, { errors: errors.slice(0, 50) });
  }
};
