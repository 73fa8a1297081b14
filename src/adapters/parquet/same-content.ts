import { open, stat } from 'node:fs/promises';

const CHUNK_BYTES = 65_536;

/** Whether two files have the same content; false if the second does not exist. */
export const hasSameContent = async (file: string, other: string): Promise<boolean> => {
  const sizes = await Promise.all([stat(file), stat(other).catch(undefinedIfAbsent)]);
  if (sizes[0].size !== sizes[1]?.size) return false;
  await using one = await open(file);
  await using two = await open(other);
  for (let position = 0; position < sizes[0].size; position += CHUNK_BYTES) {
    const [a, b] = await Promise.all(
      [one, two].map((handle) => handle.read({ buffer: Buffer.alloc(CHUNK_BYTES), position })),
    );
    if (a === undefined || b === undefined || !a.buffer.equals(b.buffer)) return false;
  }
  return true;
};

/** @throws the error unless it says that a file does not exist. */
export const undefinedIfAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
