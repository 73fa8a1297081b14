type Json = Readonly<Record<string, unknown>>;

/** A JSON Merge Patch of a `T`: omitted fields stay, null removes, and objects are patched recursively. */
export type MergePatch<T> = T extends string | readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Member in keyof T]?: MergePatch<T[Member]> | null }
    : T;

/** Applies a JSON Merge Patch (RFC 7396): null removes, objects merge, everything else replaces. */
export const mergePatch = (target: Json, patch: Json): Json => {
  const merged: Record<string, unknown> = { ...target };
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete merged[field];
    else merged[field] = isObject(value) ? mergePatch(asObject(merged[field]), value) : value;
  }
  return merged;
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asObject = (value: unknown): Json => (isObject(value) ? value : {});
