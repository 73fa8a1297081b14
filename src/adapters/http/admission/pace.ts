/**
 * Lets a client begin only so much work in each iteration of the event loop. The loop handles all requests that have arrived
 * before it looks at the next connection; a flood of one client's would delay each step of another one's by all of them.
 * @returns undefined, or until an iteration in which the work may begin.
 */
export type Pace = (client: string, units: number) => Promise<void> | undefined;

/** Of a client in an iteration: as many small requests. More work at once would not be faster, except to one client. */
const UNITS = 32;

type Client = { left: number; waiting: Readonly<{ units: number; begin: () => void }>[] };

export const makePace = (): Pace => {
  const clients = new Map<string, Client>();
  /** What all clients have begun since the last refill. */
  let begun = 0;

  const refill = (): void => {
    begun = 0;
    for (const [name, client] of clients) {
      // work of more units than one iteration has takes those of the following ones
      client.left = Math.min(UNITS, client.left + UNITS);
      while (client.left > 0) {
        const next = client.waiting.shift();
        if (next === undefined) break;
        client.left -= next.units;
        next.begin();
      }
      if (client.left === UNITS) clients.delete(name);
      else begun += UNITS - client.left;
    }
    if (begun >= UNITS) setImmediate(refill);
  };

  return (name, units) => {
    const client = clients.get(name) ?? { left: UNITS, waiting: [] };
    clients.set(name, client);
    // no client has used up its units earlier, and each refill costs an iteration of the event loop
    if (begun < UNITS && begun + units >= UNITS) setImmediate(refill);
    begun += units;
    if (client.left <= 0 || client.waiting.length > 0) {
      return new Promise((begin) => client.waiting.push({ units, begin }));
    }
    client.left -= units;
    return undefined;
  };
};
