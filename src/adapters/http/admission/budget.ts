/** Gives back what was taken. */
export type Release = () => void;

/** An amount that is used at one time, limited for all clients together and for each. */
export type Budget = Readonly<{
  /** Takes an amount on behalf of clients. Undefined if a limit would be exceeded; a single use of any size is allowed. */
  take(clients: readonly string[], amount: number): Release | undefined;
  /** How many clients use something. */
  clientCount(): number;
}>;

export const makeBudget = ({ total, perClient }: Readonly<{ total: number; perClient: number }>): Budget => {
  let used = 0;
  const usedBy = new Map<string, number>();
  const add = (clients: readonly string[], amount: number): void => {
    used += amount;
    for (const client of clients) {
      const now = (usedBy.get(client) ?? 0) + amount;
      if (now === 0) usedBy.delete(client);
      else usedBy.set(client, now);
    }
  };
  const fits = (before: number, amount: number, limit: number): boolean => before === 0 || before + amount <= limit;
  return {
    clientCount: () => usedBy.size,
    take(clients, amount) {
      if (!fits(used, amount, total)) return undefined;
      if (clients.some((client) => !fits(usedBy.get(client) ?? 0, amount, perClient))) return undefined;
      add(clients, amount);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        add(clients, -amount);
      };
    },
  };
};
