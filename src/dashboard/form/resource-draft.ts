import { changedFields, type Field, type FieldValues, isSame } from './field.ts';

/** A resource as a form has loaded it. */
export type Base = Readonly<{ values: FieldValues; etag: string | undefined }>;

/** What was typed and not saved, with the resource that it changes. */
export type ResourceDraft = Base & Readonly<{ changes: FieldValues }>;

/** Inputs that are never stored. */
const isSecret = ({ kind }: Field): boolean => kind === 'password' || kind === 'new_password' || kind === 'passkey';

/** The draft of a form: the fields that differ, without secrets. */
export const draftOf = (fields: readonly Field[], values: FieldValues, base: Base): ResourceDraft => {
  const stored = fields.filter((field) => !isSecret(field));
  const pick = (some: readonly Field[], of: FieldValues): FieldValues =>
    Object.fromEntries(some.map(({ name }) => [name, of[name] ?? '']));
  return {
    etag: base.etag,
    values: pick(stored, base.values),
    changes: pick(changedFields(stored, values, base.values), values),
  };
};

type Restored = Readonly<{
  base: Base;
  values: FieldValues;
  /** Whether somebody else has saved other values of fields that the draft changes. */
  isConflict: boolean;
}>;

/**
 * The form with a draft. Fields that the draft does not change are as they are loaded. After a conflict the form has the
 * former base, so that it cannot be saved before the user has chosen.
 */
export const restored = ({ changes, ...former }: ResourceDraft, loaded: Base): Restored => {
  const isConflict =
    former.etag !== loaded.etag &&
    Object.entries(changes).some(
      ([name, value]) => !isSame(former.values[name], loaded.values[name]) && !isSame(value, loaded.values[name]),
    );
  const base = isConflict ? former : loaded;
  return { base, values: { ...base.values, ...changes }, isConflict };
};
