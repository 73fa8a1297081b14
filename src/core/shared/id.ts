// Why: docs/decisions/0002-text-ids.md

/**
 * A TypeID: a prefix of some capability's manifest, `_`, and a UUIDv7 in Crockford's base 32, 26 characters of lower case. Ids of one prefix sort by
 * the time they were made.
 */
export type Id<P extends string = string> = `${P}_${string}`;

/** What follows the prefix and `_`, as the source of a regular expression. */
export const ID_SUFFIX = '[0-7][0-9a-hjkmnp-tv-z]{25}';

const SUFFIX = new RegExp(`^${ID_SUFFIX}$`);

export const Id = {
  /** Whether a text is an id of this prefix. */
  is: <P extends string>(prefix: P, text: string): text is Id<P> =>
    text.startsWith(`${prefix}_`) && SUFFIX.test(text.slice(prefix.length + 1)),
};

/** Makes ids that no other process makes, each greater than the ones before it in this process. */
export interface IdGenerator {
  next<P extends string>(prefix: P): Id<P>;
}
