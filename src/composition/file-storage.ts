import path from 'node:path';
import { FolderFiles } from '#adapters/file-storage/folder-files.ts';
import { MemoryFiles } from '#adapters/file-storage/memory-files.ts';
import { S3Files } from '#adapters/file-storage/s3-files.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { FileStorage } from '#core/shared/file-storage.ts';
import type { Config } from './config.ts';

/** The file storage that the settings name. A new provider is one more case here. */
export const openFiles = ({ files, dataDir }: Pick<Config, 'files' | 'dataDir'>, clock: SystemClock): FileStorage => {
  switch (files.kind) {
    case 'memory':
      return new MemoryFiles(clock);
    case 'folder':
      return new FolderFiles(path.join(dataDir, 'files'));
    case 's3':
      return new S3Files(files);
  }
};
