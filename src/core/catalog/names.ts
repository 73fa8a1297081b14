/** A label as it is stored: trimmed, with single spaces. */
export const tidyLabel = (label: string): string => label.trim().replace(/\s+/gu, ' ');

/** What labels are compared by: neither case, width nor white space makes a difference. */
export const labelKey = (label: string): string =>
  // the upper case first: it folds letters that have several lower cases, such as ß and final sigma
  tidyLabel(label.normalize('NFKC')).toUpperCase().toLowerCase().normalize('NFKC');

/** A name as a URL segment: lowercase letters and digits of any script without accents, separated by single hyphens. */
export const slugOf = (name: string, fallback: string, maxLength = Number.POSITIVE_INFINITY): string => {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC');
  const slug = plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-/, '');
  return [...slug].slice(0, maxLength).join('').replace(/-$/, '') || fallback;
};

/** A slug that is unique because it ends with a part of its resource's id. */
export const extendedSlug = (slug: string, id: string): string => `${slug}-${id.slice(-8)}`;
