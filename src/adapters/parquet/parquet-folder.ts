import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Month } from '#core/analytics/export/calendar.ts';
import { DATASET_NAMES, type Dataset } from '#core/analytics/export/datasets.ts';
import type { ExportFile, ExportState } from '#core/analytics/export/export-state.ts';
import type { ExportFiles, ExportFileWriter } from '#core/analytics/export/ports.ts';
import { makeEncoderThread } from './encoder-thread.ts';
import { hasSameContent, undefinedIfAbsent } from './same-content.ts';
import { parseState, stateText } from './stored-state.ts';

/** Readers of a folder of Parquet files ignore names that begin with `_`. */
const STATE_FILE = '_export.json';

/** What is written gets its name when it is complete. No reader looks for files that end so. */
const INCOMING = /\.incoming$/;

const MONTH_FOLDER = /^month=(\d{4}-\d{2})$/;

/** The folder of the export cannot be used; the message says why. */
export class ExportFolderError extends Error {
  override readonly name = 'ExportFolderError';
}

/** Parquet files in a folder: `orders/month=2026-11/orders.parquet`. */
export class ParquetFolder implements ExportFiles {
  readonly #folder: string;
  readonly #thread = makeEncoderThread();

  /** @param folder An absolute path; it is created with the first export. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  readState(): Promise<ExportState | undefined> {
    return this.#attempt(async () => {
      const text = await readFile(path.join(this.#folder, STATE_FILE), 'utf8').catch(undefinedIfAbsent);
      return text === undefined ? undefined : parseState(text);
    });
  }

  writeState(state: ExportState): Promise<void> {
    return this.#attempt(async () => {
      await mkdir(this.#folder, { recursive: true });
      const file = path.join(this.#folder, STATE_FILE);
      const incoming = incomingOf(file);
      const handle = await open(incoming, 'wx');
      try {
        await handle.writeFile(stateText(state));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(incoming, file);
    });
  }

  removeIncomplete(): Promise<void> {
    return this.#attempt(async () => {
      for (const folder of [this.#folder, ...(await this.#monthFolders()).map(({ folder }) => folder)]) {
        for (const name of await namesIn(folder)) if (INCOMING.test(name)) await rm(path.join(folder, name));
      }
    });
  }

  list(): Promise<readonly ExportFile[]> {
    return this.#attempt(async () => {
      const files: ExportFile[] = [];
      for (const { folder, ...file } of await this.#monthFolders()) {
        if ((await namesIn(folder)).includes(`${file.dataset}.parquet`)) files.push(file);
      }
      return files;
    });
  }

  async write(file: ExportFile): Promise<ExportFileWriter> {
    const target = this.#pathOf(file);
    const incoming = incomingOf(target);
    const thread = this.#thread;
    await this.#attempt(async () => {
      await mkdir(path.dirname(target), { recursive: true });
      await thread.run({ kind: 'create', path: incoming, dataset: file.dataset });
    });
    return {
      append: (rows) => this.#attempt(() => thread.run({ kind: 'append', rows })),
      complete: () =>
        this.#attempt(async () => {
          await thread.run({ kind: 'complete' });
          const isSame = await hasSameContent(incoming, target);
          await (isSame ? rm(incoming) : rename(incoming, target));
          return !isSame;
        }),
      discard: () =>
        this.#attempt(async () => {
          // it has the file open
          await thread.close();
          await rm(incoming, { force: true });
        }),
    };
  }

  remove(file: ExportFile): Promise<boolean> {
    return this.#attempt(async () => {
      const target = this.#pathOf(file);
      const isThere = (await namesIn(path.dirname(target))).includes(path.basename(target));
      if (!isThere) return false;
      await rm(target);
      // others may have put their files into it
      await rmdir(path.dirname(target)).catch(() => {});
      return true;
    });
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  #pathOf({ dataset, month }: ExportFile): string {
    return path.join(this.#folder, dataset, `month=${month}`, `${dataset}.parquet`);
  }

  async #monthFolders(): Promise<(ExportFile & Readonly<{ folder: string }>)[]> {
    const foldersOf = async (dataset: Dataset) => {
      const parent = path.join(this.#folder, dataset);
      return (await namesIn(parent)).flatMap((name) => {
        const month = MONTH_FOLDER.exec(name)?.[1] as Month | undefined;
        return month === undefined ? [] : [{ dataset, month, folder: path.join(parent, name) }];
      });
    };
    return (await Promise.all(DATASET_NAMES.map(foldersOf))).flat();
  }

  /** @throws ExportFolderError for a folder that cannot be used, such as a full disk. */
  async #attempt<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      const { message } = error as Error;
      throw new ExportFolderError(`The export for analysis cannot use the folder ${this.#folder}: ${message}.`, {
        cause: error,
      });
    }
  }
}

const incomingOf = (file: string): string => `${file}.${randomUUID()}.incoming`;

/** The names in a folder, none if there is no such folder. */
const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(undefinedIfAbsent)) ?? [];
