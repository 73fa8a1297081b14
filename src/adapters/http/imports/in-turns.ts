import { setImmediate } from 'node:timers/promises';

/** Parts that each take some time to make. After some of them, other requests have their turn. */
export async function* inTurns<T>(parts: Iterable<T>, partsPerTurn = 20): AsyncGenerator<T, void> {
  let made = 0;
  for (const part of parts) {
    yield part;
    made += 1;
    if (made % partsPerTurn === 0) await setImmediate();
  }
}
