/** A position in a sorted list: the sort value as text, and the id that breaks ties. */
export type Position = Readonly<{ value: string; id: string }>;

/** The requested part of a list. */
export type PageRequest = Readonly<{
  /** 1 to 100. */
  limit: number;
  /** The last position of the previous page, if any. */
  after?: Position | undefined;
  /** Whether to count all matches, which costs more than the page. */
  includeTotal?: boolean | undefined;
}>;

/** A part of a list in order. */
export type Page<T> = Readonly<{
  /** The items' views. */
  items: readonly Json<T>[];
  /** The start of the next page; null on the last page. */
  next: Position | null;
  /** The number of all matching items; only if it was requested. */
  total?: number;
}>;

/**
 * The JSON text of a `T`. Queries return views as text, so that a database can build them and nothing is parsed only to
 * be serialized again.
 */
export type Json<T> = string & { readonly __json?: T };

/** A view that was found, and its version. */
export type Found<View> = Readonly<{ view: Json<View>; version: number }>;

export const Found = {
  /** The view of a resource, if there is one. */
  of: <R extends Readonly<{ version: number }>, View>(
    view: (resource: R) => View,
    resource: R | undefined,
  ): Found<View> | undefined => resource && { view: Json.of(view(resource)), version: resource.version },
};

export const Json = {
  of: <T>(value: T): Json<T> => JSON.stringify(value),
  parse: <T>(json: Json<T>): T => JSON.parse(json),
};
