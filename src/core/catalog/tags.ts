import type { FieldError } from '#core/shared/domain-error.ts';
import { labelKey, tidyLabel } from './names.ts';

/** The largest number of tags of a product. */
export const MAX_TAGS = 50;

/** The greatest length of one. */
export const MAX_TAG_LENGTH = 60;

/** Tags as they are stored: tidied, in their order. */
export const tidyTags = (tags: readonly string[]): readonly string[] => tags.map(tidyLabel);

/** An error of each tag that is the same label as an earlier one. */
export const tagErrors = (tags: readonly string[] = []): FieldError[] => {
  const known = new Map<string, string>();
  return tags.flatMap((tag, index) => {
    const key = labelKey(tag);
    const earlier = known.get(key);
    known.set(key, earlier ?? tag);
    const message = `must be another tag than "${earlier}": neither case nor white space makes a difference`;
    return earlier === undefined ? [] : [{ path: ['tags', index], code: 'array.unique', message }];
  });
};
