import { type FileHandle, open } from 'node:fs/promises';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Dataset } from '#core/analytics/export/datasets.ts';
import { type ParquetColumn, parquetColumns } from './parquet-columns.ts';

/** Rows that are encoded at once: their values and encodings take some tens of megabytes. */
const ROWS_PER_GROUP = 20_000;

/** A Parquet file that is written group by group, so that its size does not matter. */
export class ParquetFile {
  readonly #handle: FileHandle;
  readonly #columns: readonly ParquetColumn[];
  readonly #bytes = new ByteWriter();
  readonly #parquet: ParquetWriter;
  /** Of the rows that are not encoded yet, by column. */
  #values: unknown[][];

  private constructor(handle: FileHandle, dataset: Dataset) {
    this.#handle = handle;
    this.#columns = parquetColumns(dataset);
    this.#values = this.#columns.map(() => []);
    const schema = [
      { name: 'root', num_children: this.#columns.length },
      ...this.#columns.map(({ element }) => element),
    ];
    this.#parquet = new ParquetWriter({ writer: this.#bytes, schema, createdBy: 'commerce' });
  }

  /** Creates a file, which must not exist. */
  static async create(path: string, dataset: Dataset): Promise<ParquetFile> {
    return new ParquetFile(await open(path, 'wx'), dataset);
  }

  /** Appends rows, each as JSON. */
  async append(rows: readonly string[]): Promise<void> {
    for (const row of rows) {
      const members: Record<string, unknown> = JSON.parse(row);
      for (const [index, { name, toValue }] of this.#columns.entries()) {
        this.#values[index]?.push(toValue(members[name]));
      }
      if (this.#size >= ROWS_PER_GROUP) await this.#writeGroup();
    }
  }

  /** Completes the file and stores it durably. */
  async complete(): Promise<void> {
    if (this.#size > 0) await this.#writeGroup();
    await this.#parquet.finish();
    await this.#flush();
    await this.#handle.sync();
    await this.#handle.close();
  }

  /** The number of rows that are not encoded yet. */
  get #size(): number {
    return this.#values[0]?.length ?? 0;
  }

  async #writeGroup(): Promise<void> {
    const columnData = this.#columns.map(({ name }, index) => ({ name, data: this.#values[index] ?? [] }));
    const rowGroupSize = this.#size;
    this.#values = this.#columns.map(() => []);
    await this.#parquet.write({ columnData, rowGroupSize });
    await this.#flush();
  }

  async #flush(): Promise<void> {
    await this.#handle.writeFile(this.#bytes.getBytes());
    // its offset goes on
    this.#bytes.index = 0;
  }
}
