/** Where in a sorted list a page ended: the value it is sorted by, as text, and the id that breaks ties. */
export type Position = Readonly<{ value: string; id: string }>;

/** What part of a list is asked for. */
export type PageRequest = Readonly<{
  /** 1 to 100. */
  limit: number;
  /** The end of the page before, if any. */
  after?: Position | undefined;
  /** Whether to count all that match, which costs more than the page itself. */
  includeTotal?: boolean | undefined;
}>;

/** A part of a list in its order. */
export type Page<T> = Readonly<{
  /** The items' views as the text of one JSON array. */
  data: Json<readonly T[]>;
  /** Where the next page begins, or null on the last one. */
  next: Position | null;
  /** All matching items, counted when the page is read: items committed meanwhile may be in one of the two only. */
  total?: number;
}>;

/**
 * The JSON text of a `T`. Reads hand views through as text, so that a database can build them where the data is and
 * nothing is parsed only to be written again.
 */
export type Json<T> = string & { readonly __json?: T };

export const Json = {
  of: <T>(value: T): Json<T> => JSON.stringify(value),
};
