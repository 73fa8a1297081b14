import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { unavailable } from '#core/shared/domain-error.ts';
import type { FileStorage, StoredFile } from '#core/shared/file-storage.ts';
import { requireFileName } from './file-name.ts';

/** Files in a folder, which all processes of a machine may share. */
export class FolderFiles implements FileStorage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, { bytes }: { bytes: Uint8Array }): Promise<void> {
    const file = this.#pathOf(name);
    await attempt(async () => {
      if (await exists(file)) return;
      await mkdir(path.dirname(file), { recursive: true });
      await writeWhole(file, bytes);
    });
  }

  async get(name: string): Promise<StoredFile | undefined> {
    const file = this.#pathOf(name);
    const found = await attempt(() => stat(file).catch(undefinedIfAbsent));
    return found && { size: found.size, storedAt: found.mtime, chunks: chunksOf(file) };
  }

  async remove(name: string): Promise<void> {
    await attempt(() => rm(this.#pathOf(name), { force: true }));
  }

  #pathOf(name: string): string {
    return path.join(this.#folder, requireFileName(name));
  }
}

/** Writes beside the file and renames: a reader never sees a part, not even after a crash. */
const writeWhole = async (file: string, bytes: Uint8Array): Promise<void> => {
  const incoming = `${file}.${randomUUID()}.incoming`;
  try {
    const handle = await open(incoming, 'wx');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(incoming, file);
  } catch (error) {
    await rm(incoming, { force: true });
    throw error;
  }
};

/** Opens the file when it is first read, so that a file that nobody reads is not left open. */
async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file);
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => undefinedIfAbsent(error) ?? false,
  );

const undefinedIfAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

/** @throws DomainError `unavailable` for a folder that cannot be used, such as a full disk. */
const attempt = async <T>(task: () => Promise<T>): Promise<T> => {
  try {
    return await task();
  } catch (error) {
    throw unavailable('Files cannot be stored or read now.', error);
  }
};
