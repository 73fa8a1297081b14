import { stored } from './stored.ts';

/** The name is shown where the shop no longer sells the product. */
export type CartItem = Readonly<{ productId: string; name: string; quantity: number }>;

export const MAX_QUANTITY = 99;

const items = stored<readonly CartItem[]>('cart');

const within = (quantity: number): number => Math.min(Math.max(Math.trunc(quantity) || 0, 0), MAX_QUANTITY);

export const cart = {
  items: (): readonly CartItem[] => items.get() ?? [],
  count: (): number => cart.items().reduce((sum, { quantity }) => sum + quantity, 0),
  add({ productId, name }: Pick<CartItem, 'productId' | 'name'>, quantity: number): void {
    const before = cart.items().find((item) => item.productId === productId)?.quantity ?? 0;
    const others = cart.items().filter((item) => item.productId !== productId);
    items.set([...others, { productId, name, quantity: within(before + quantity) }]);
  },
  /** Removes it at zero. */
  change(productId: string, quantity: number): void {
    const changed = cart
      .items()
      .map((item) => (item.productId === productId ? { ...item, quantity: within(quantity) } : item));
    items.set(changed.filter((item) => item.quantity > 0));
  },
  clear: (): void => items.remove(),
};
