import type { S3Settings } from '#adapters/file-storage/s3-files.ts';

/** Where uploaded files are stored. */
export type FileSettings =
  | Readonly<{ kind: 'memory' }>
  | Readonly<{ kind: 'folder' }>
  | (Readonly<{ kind: 's3' }> & S3Settings);

/** The part of validated settings that is about files. */
export const fileSettingsOf = (value: Readonly<Record<string, string>>): FileSettings => {
  if (value['FILE_STORAGE'] === 'folder') return { kind: value['STORAGE'] === 'memory' ? 'memory' : 'folder' };
  return {
    kind: 's3',
    endpoint: value['S3_ENDPOINT'] ?? '',
    bucket: value['S3_BUCKET'] ?? '',
    region: value['S3_REGION'] ?? '',
    accessKeyId: value['S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: value['S3_SECRET_ACCESS_KEY'] ?? '',
  };
};
