/** What an id names, told by its prefix. */
export type IdPrefix =
  | 'prod'
  | 'cat'
  | 'usr'
  | 'key'
  | 'ses'
  | 'ord'
  | 'pay'
  | 're'
  | 'inv'
  | 'plan'
  | 'sub'
  | 'evt'
  | 'wh'
  | 'dlv'
  | 'aud'
  | 'item'
  | 'ful'
  | 'tml'
  | 'cap'
  | 'void'
  | 'led';

/**
 * A TypeID: a prefix, `_`, and a UUIDv7 in Crockford's base 32, 26 characters of lower case. Ids of one prefix sort by
 * the time they were made.
 */
export type Id<P extends IdPrefix = IdPrefix> = `${P}_${string}`;

/** What follows the prefix and `_`, as the source of a regular expression. */
export const ID_SUFFIX = '[0-7][0-9a-hjkmnp-tv-z]{25}';

const SUFFIX = new RegExp(`^${ID_SUFFIX}$`);

export const Id = {
  /** Whether a text is an id of this prefix. */
  is: <P extends IdPrefix>(prefix: P, text: string): text is Id<P> =>
    text.startsWith(`${prefix}_`) && SUFFIX.test(text.slice(prefix.length + 1)),
};

/** Makes ids that no other process makes, each greater than the ones before it in this process. */
export interface IdGenerator {
  next<P extends IdPrefix>(prefix: P): Id<P>;
}
