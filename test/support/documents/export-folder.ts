import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Dataset } from '#core/analytics/export/datasets.ts';
import { parquetPath, readParquet } from './read-parquet.ts';

/** A folder that the tests of a suite export to, new for each. */
export type ExportFolder = Readonly<{
  path(): string;
  /** The names of all files, such as `orders/month=2026-11/orders.parquet`. */
  files(): Promise<string[]>;
  rows(dataset: Dataset, month: string): Promise<Record<string, unknown>[]>;
}>;

export const useExportFolder = (): ExportFolder => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'export-'));
  });
  afterEach(() => rm(parent, { recursive: true }));
  const folder = () => path.join(parent, 'analytics');
  return {
    path: folder,
    async files() {
      const entries = await readdir(folder(), { recursive: true, withFileTypes: true });
      const names = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
      return names.map((name) => path.relative(folder(), name)).sort();
    },
    rows: (dataset, month) => readParquet(parquetPath(folder(), dataset, month)),
  };
};
