/** A promise that a test resolves. */
export type Gate = Readonly<{ opened: Promise<void>; open(): void }>;

export const aGate = (): Gate => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
};
