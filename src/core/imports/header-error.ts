import { DomainError, type FieldError } from '#core/shared/domain-error.ts';

/** How many errors the sentence names. */
const MAX_SENTENCES = 5;

/** The error of a header; the path of each is its line and, if it is about one, its column. */
export const headerError = (fieldErrors: readonly FieldError[]): DomainError => {
  const sentences = fieldErrors.map(
    ({ path: [line, column], message }) => `line ${line}: ${[column, message].filter(Boolean).join(' ')}`,
  );
  return new DomainError('invalid', 'validation_failed', sentences.slice(0, MAX_SENTENCES).join('; '), { fieldErrors });
};
