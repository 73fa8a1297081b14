import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import { MAX_CATEGORY_NAME } from './category.ts';
import { MAX_CATEGORY_DEPTH } from './category-tree.ts';
import { labelKey, tidyLabel } from './names.ts';

/** The names of a category and those above it, from the root. */
export type CategoryPath = readonly string[];

const SEPARATOR = ' > ';

/** The greatest length of a path as a text. */
export const MAX_CATEGORY_PATH = MAX_CATEGORY_DEPTH * MAX_CATEGORY_NAME + (MAX_CATEGORY_DEPTH - 1) * SEPARATOR.length;

export const CategoryPath = {
  /** `Women > Shoes`. */
  toText: (path: CategoryPath): string => path.join(SEPARATOR),

  /** The path of a text such as `Women > Shoes`, `Women>Shoes` or `Women`. */
  of: (text: string): CategoryPath => text.split('>').map(tidyLabel),

  /** What paths are compared by. */
  keyOf: (path: CategoryPath): string => path.map(labelKey).join('\u001f'),

  /** @throws DomainError `validation_failed` unless the names may be those of categories. */
  require: (path: CategoryPath, field: string): void => {
    const [error] = errorsOf(path, field);
    if (error !== undefined) throw invalid([error]);
  },
};

const errorsOf = (path: CategoryPath, field: string): FieldError[] => {
  const error = (code: string, message: string): FieldError => ({ path: [field], code, message });
  return [
    ...(path.includes('') ? [error('path.empty', 'must have a name on each side of >, such as "Women > Shoes"')] : []),
    ...(path.length > MAX_CATEGORY_DEPTH
      ? [error('array.max', `must leave the tree at most ${MAX_CATEGORY_DEPTH} levels deep`)]
      : []),
    ...(path.some((name) => [...name].length > MAX_CATEGORY_NAME)
      ? [error('string.max', `must have at most ${MAX_CATEGORY_NAME} characters in each name of a category`)]
      : []),
  ];
};
