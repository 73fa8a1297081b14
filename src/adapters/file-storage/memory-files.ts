import type { SystemClock } from '#core/shared/clock.ts';
import type { FileStorage, StoredFile } from '#core/shared/file-storage.ts';
import { requireFileName } from './file-name.ts';

type Entry = Readonly<{ bytes: Uint8Array; storedAt: Date }>;

/** Files of one process, which end with it. */
export class MemoryFiles implements FileStorage {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: SystemClock;

  constructor(clock: SystemClock) {
    this.#clock = clock;
  }

  async put(name: string, { bytes }: { bytes: Uint8Array }): Promise<void> {
    if (this.#entries.has(requireFileName(name))) return;
    this.#entries.set(name, { bytes: Uint8Array.from(bytes), storedAt: this.#clock.now() });
  }

  async get(name: string): Promise<StoredFile | undefined> {
    const entry = this.#entries.get(requireFileName(name));
    return entry && { size: entry.bytes.byteLength, storedAt: entry.storedAt, chunks: once(entry.bytes) };
  }

  async remove(name: string): Promise<void> {
    this.#entries.delete(requireFileName(name));
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
