/**
 * Lets a client begin only so much work in each iteration of the event loop. The loop handles all requests that have arrived
 * before it looks at the next connection; a flood of one client's would delay each step of another one's by all of them.
 * @returns undefined, or until an iteration in which the work may begin.
 */
export type Pace = (client: string, units: number) => Promise<void> | undefined;

/** Of a client in an iteration: as many small requests. Alone, it gains by more at once; beside others, they wait for them. */
const UNITS = { alone: 32, besideOthers: 8 };

type Client = { used: number; waiting: Readonly<{ units: number; begin: () => void }>[] };

/** @param isAlone Whether requests of one client only are in progress. */
export const makePace = (isAlone: () => boolean): Pace => {
  const clients = new Map<string, Client>();
  const limit = (): number => (isAlone() ? UNITS.alone : UNITS.besideOthers);
  /** What all clients have begun since the last refill. */
  let begun = 0;
  let isRefilling = false;

  /** Only once a client may have used up its units, since each refill costs an iteration of the event loop. */
  const refillLater = (): void => {
    if (isRefilling || begun < limit()) return;
    isRefilling = true;
    setImmediate(refill);
  };

  const refill = (): void => {
    isRefilling = false;
    begun = 0;
    const units = limit();
    for (const [name, client] of clients) {
      // work of more units than one iteration has takes those of the following ones
      client.used = Math.max(0, client.used - units);
      while (client.used < units) {
        const next = client.waiting.shift();
        if (next === undefined) break;
        client.used += next.units;
        next.begin();
      }
      if (client.used === 0) clients.delete(name);
      else begun += client.used;
    }
    refillLater();
  };

  return (name, units) => {
    const client = clients.get(name) ?? { used: 0, waiting: [] };
    clients.set(name, client);
    begun += units;
    refillLater();
    if (client.used >= limit() || client.waiting.length > 0) {
      return new Promise((begin) => client.waiting.push({ units, begin }));
    }
    client.used += units;
    return undefined;
  };
};
