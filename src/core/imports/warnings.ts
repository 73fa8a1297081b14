import type { ImportError } from './import-error.ts';

/** How many rows have a warning of a kind, and the first of them. */
export type WarningCount = Readonly<{
  code: string;
  field: string | null;
  count: number;
  first: readonly Pick<ImportError, 'line' | 'message'>[];
}>;

/** How many rows of a kind are named. */
export const MAX_FIRST_WARNINGS = 5;

/** The counts with further warnings; each kind in the order of its first row. */
export const addWarnings = (
  counts: readonly WarningCount[],
  warnings: readonly ImportError[],
): readonly WarningCount[] => {
  if (warnings.length === 0) return counts;
  const kinds = new Map(counts.map((each) => [kindOf(each), each]));
  for (const each of warnings) {
    const { code, field, line, message } = each;
    const { count, first } = kinds.get(kindOf(each)) ?? { count: 0, first: [] };
    const named = first.length < MAX_FIRST_WARNINGS ? [...first, { line, message }] : first;
    kinds.set(kindOf(each), { code, field, count: count + 1, first: named });
  }
  return [...kinds.values()];
};

const kindOf = ({ code, field }: Pick<ImportError, 'code' | 'field'>): string => `${code} ${field ?? ''}`;
