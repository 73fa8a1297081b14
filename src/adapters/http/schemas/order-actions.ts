/** Who may call the operation of each action of an order. */
export const ORDER_ACTIONS = {
  cancel: { kind: 'scope', scope: 'orders:write', own: true },
  fulfill: { kind: 'scope', scope: 'orders:write' },
} as const;
