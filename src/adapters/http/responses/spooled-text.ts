import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const CHUNK_BYTES = 65_536;

/**
 * A text that is written to a temporary file while it is read, at its own pace and once for all readers: a slow reader
 * keeps neither its source nor memory. The file has no name, so that it ends with its last reader or with the process.
 */
export class SpooledText {
  readonly #file: FileHandle;
  #bytes = 0;
  #isComplete = false;
  #error: unknown;
  #grown = Promise.withResolvers<void>();
  /** The owner and the readers. */
  #users = 1;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Begins to write the text. */
  static async of(parts: AsyncIterable<string>): Promise<SpooledText> {
    const name = path.join(tmpdir(), `commerce-${randomUUID()}`);
    const file = await open(name, 'wx+', 0o600);
    await rm(name);
    const spooled = new SpooledText(file);
    void spooled.#write(parts);
    return spooled;
  }

  /** Whether the text could not be written to its end: its readers fail. */
  get hasFailed(): boolean {
    return this.#error !== undefined;
  }

  /**
   * The bytes of the text, as they are written; undefined if it was given up. They have to be read from at once.
   * @throws the error of its source.
   */
  read(): AsyncGenerator<Uint8Array> | undefined {
    if (this.#users === 0) return undefined;
    this.#users += 1;
    return this.#chunks();
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (let position = 0; ; ) {
        const grown = this.#grown.promise;
        const length = Math.min(CHUNK_BYTES, this.#bytes - position);
        if (length > 0) {
          const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, position);
          position += bytesRead;
          yield buffer.subarray(0, bytesRead);
        } else if (this.#error !== undefined) throw this.#error;
        else if (this.#isComplete) return;
        else await grown;
      }
    } finally {
      await this.release();
    }
  }

  /** Gives the text up: it ends with its last reader. */
  async release(): Promise<void> {
    this.#users -= 1;
    if (this.#users === 0) await this.#file.close();
  }

  async #write(parts: AsyncIterable<string>): Promise<void> {
    this.#users += 1;
    try {
      for await (const part of parts) {
        const bytes = Buffer.from(part);
        await this.#file.write(bytes, 0, bytes.length, this.#bytes);
        this.#bytes += bytes.length;
        this.#announce();
      }
      this.#isComplete = true;
    } catch (error) {
      this.#error = error;
    }
    this.#announce();
    await this.release();
  }

  #announce(): void {
    this.#grown.resolve();
    this.#grown = Promise.withResolvers();
  }
}
