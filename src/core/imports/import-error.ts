import type { DomainError } from '#core/shared/domain-error.ts';
import type { ImportError } from './import.ts';

/** The error of a row: its first, and a sentence about every other. */
export const importErrorOf = (
  line: number,
  { code, message, fieldErrors }: Pick<DomainError, 'code' | 'message' | 'fieldErrors'>,
): ImportError => {
  const [first, ...others] = fieldErrors;
  if (first === undefined) return { line, field: null, code, message };
  const sentences = others.map((other) => `${other.path.join('.')} ${other.message}`);
  return {
    line,
    field: first.path.join('.') || null,
    code: first.code,
    message: [first.message, ...sentences].join('; '),
  };
};
