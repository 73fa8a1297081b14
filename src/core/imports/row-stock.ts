import { MAX_QUANTITY, type Product } from '#core/catalog/product.ts';
import { invalid } from '#core/shared/domain-error.ts';

/**
 * The stock after `stock_delta`, or undefined without one. A new product starts at zero.
 * @throws DomainError `validation_failed`.
 */
export const stockAfter = (
  current: Product | undefined,
  stock: number | null | undefined,
  delta: number | null | undefined,
): number | undefined => {
  if (delta == null) return undefined;
  if (stock != null) throw deltaError('any.conflict', 'must be empty where stock is set');
  const before = current === undefined ? 0 : current.stock;
  if (before === null) throw deltaError('any.untracked', 'needs a tracked stock: set stock first');
  const after = before + delta;
  if (after < 0) throw deltaError('number.min', `must be at least ${-before}: the stock is ${before}`);
  if (after > MAX_QUANTITY) throw deltaError('number.max', `must be at most ${MAX_QUANTITY - before}`);
  return after;
};

const deltaError = (code: string, message: string) => invalid([{ path: ['stock_delta'], code, message }]);
