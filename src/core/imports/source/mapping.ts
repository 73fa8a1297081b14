/** Which field each column gives; null for a column that is left out. */
export type Mapping = Readonly<Record<string, string | null>>;

/** Whether a value has the shape of a mapping, whatever columns and fields it names. */
export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((field) => field === null || typeof field === 'string');
