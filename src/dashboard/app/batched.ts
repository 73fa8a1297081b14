import { signal } from '@preact/signals';
import { ApiError } from '../api/api-error.ts';

/** As many as one request may ask for. */
const MAX_IDS = 100;

/** How long after a failed read an id is asked for again. */
const RETRY_MS = 30_000;

/** Reads what belongs to ids; ids without it are left out. @throws ApiError */
type Read<T> = (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>;

/** `at`: when it was read, or asked for. */
type Known<T> = Readonly<{ value: T | null | undefined; at: number }>;

/**
 * What belongs to an id, read once and for all ids of a screen by one request.
 *
 * @param lifetimeMs After which it is read again where it is shown; never if omitted, as for names.
 * @returns a function of the id; its result is undefined until it is known, and null if there is none.
 */
export const makeBatched = <T>(
  read: Read<T>,
  { lifetimeMs = Number.POSITIVE_INFINITY }: Readonly<{ lifetimeMs?: number }> = {},
): ((id: string) => T | null | undefined) => {
  const values = signal<ReadonlyMap<string, Known<T>>>(new Map());
  let wanted = new Set<string>();
  const add = (found: Iterable<readonly [string, T | null | undefined]>): void => {
    const at = Date.now();
    values.value = new Map([...values.value, ...[...found].map(([id, value]) => [id, { value, at }] as const)]);
  };
  const load = async (): Promise<void> => {
    const ids = [...wanted];
    wanted = new Set();
    const former = values.peek();
    // asked for once, and what was known stays until it is read again
    add(ids.map((id) => [id, former.get(id)?.value]));
    await Promise.all(
      batchesOf(ids).map(async (batch) => {
        try {
          const found = await read(batch);
          add(batch.map((id) => [id, found.get(id) ?? null]));
        } catch (error) {
          add(batch.map((id) => [id, former.get(id)?.value ?? null]));
          if (!(error instanceof ApiError)) throw error;
          if (error.isPassing) setTimeout(() => forget(batch), RETRY_MS);
        }
      }),
    );
  };
  const forget = (ids: readonly string[]): void => {
    values.value = new Map([...values.value].filter(([id, { value }]) => value !== null || !ids.includes(id)));
  };
  return (id) => {
    const known = values.value.get(id);
    const isOld = known === undefined || Date.now() - known.at >= lifetimeMs;
    if (isOld && !wanted.has(id)) {
      if (wanted.size === 0) queueMicrotask(() => void load());
      wanted.add(id);
    }
    return known?.value;
  };
};

const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, batch) =>
    ids.slice(batch * MAX_IDS, (batch + 1) * MAX_IDS),
  );
