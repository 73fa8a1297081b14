/** Shown where a text has a character that cannot be shown. */
export const REPLACEMENT = '\ufffd';

/** Characters that would change the direction of what follows them. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Spaces that are no place to break a line stay as they are. */
const SPACES = /[\t\u1680\u2000-\u2006\u2008-\u200a\u205f]/gu;

const CONTROLS = /[\p{Cc}\p{Cn}\p{Co}]/gu;

/** Marks of what the characters look like, and of soft hyphens, which are not used. */
const UNUSED = /\u00ad|\ufeff|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu;

/**
 * The lines of a text from outside, in Unicode's normal form. Controls, unassigned characters and lone surrogates are
 * replaced, so that the reader sees that something was there.
 */
export const cleanLines = (text: string): string[] =>
  text
    .toWellFormed()
    .normalize('NFC')
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) =>
      line
        .replace(DIRECTION_CONTROLS, '')
        .replace(UNUSED, '')
        .replace(SPACES, ' ')
        .replace(CONTROLS, REPLACEMENT)
        .trim(),
    );
