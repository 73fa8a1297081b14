import { makeBatched } from './batched.ts';
import { readerOf } from './readers.ts';
import { holds } from './session.ts';

type NameOf = (id: string) => string | null | undefined;

/** One for each prefix of ids. */
const readers = new Map<string, NameOf>();

/** The name or the number behind an id; undefined until it is known, and null if there is none that the caller may read. */
export const nameOf: NameOf = (id) => {
  const prefix = id.slice(0, id.indexOf('_'));
  const reader = readerOf(prefix);
  if (reader === undefined || !holds(reader.scope)) return null;
  const known = readers.get(prefix) ?? makeBatched(namesBy(reader));
  readers.set(prefix, known);
  return known(id);
};

const namesBy =
  ({ read }: NonNullable<ReturnType<typeof readerOf>>) =>
  async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const found = await read({ ids: ids.join(','), limit: ids.length });
    return new Map(found.map(({ id, name }) => [id, name]));
  };
