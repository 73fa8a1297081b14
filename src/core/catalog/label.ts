/** A label as it is stored: trimmed, with single spaces. */
export const tidyLabel = (label: string): string => label.trim().replace(/\s+/gu, ' ');

/** What labels are compared by: neither case, width nor white space makes a difference. */
export const labelKey = (label: string): string =>
  // the upper case first: it folds letters that have several lower cases, such as ß and final sigma
  tidyLabel(label.normalize('NFKC')).toUpperCase().toLowerCase().normalize('NFKC');
