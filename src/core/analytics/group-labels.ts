import { Scope } from '#core/access/scope.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { AnalyticsQueries, LabelledDimension } from './ports.ts';

const LABELS_OF_NONE: Readonly<Record<LabelledDimension, string>> = {
  product: 'Without a product',
  product_parent: 'Without a product',
  category: 'Without a category',
  user: 'Guests',
};

type Asked = Readonly<{ dimension: LabelledDimension; keys: readonly string[]; actor: Actor }>;

/** The labels of keys, for a caller: those of users only with `users:read`; null for a key without one. */
export const readLabels = async (
  queries: AnalyticsQueries,
  { dimension, keys, actor }: Asked,
): Promise<(key: string) => string | null> => {
  const mayRead = dimension !== 'user' || Scope.covers(actor.scopes, 'users:read');
  const named = [...new Set(keys)].filter((key) => key !== '');
  const labels = mayRead ? await queries.labels(dimension, named) : new Map<string, string>();
  return (key) => (key === '' ? LABELS_OF_NONE[dimension] : (labels.get(key) ?? null));
};

export const isLabelled = (dimension: string): dimension is LabelledDimension =>
  Object.hasOwn(LABELS_OF_NONE, dimension);
