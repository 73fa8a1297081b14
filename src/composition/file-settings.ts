import Joi from 'joi';
import type { S3Settings } from '#adapters/file-storage/s3-files.ts';
import { hidden, shown } from './setting-visibility.ts';

/** Where uploaded files are stored. */
export type FileSettings =
  | Readonly<{ kind: 'memory' }>
  | Readonly<{ kind: 'folder' }>
  | (Readonly<{ kind: 's3' }> & S3Settings);

export const FILE_SETTINGS = {
  FILE_STORAGE: shown(
    'Where uploaded images are stored.',
    Joi.string().valid('folder', 's3').default('folder'),
    'where uploaded images are stored: `folder` in `DATA_DIR`, which all processes must share, or `s3`; with `STORAGE=memory`, a folder is in memory',
  ),
  S3_ENDPOINT: shown(
    'The S3-compatible storage.',
    Joi.string()
      .uri({ scheme: ['http', 'https'] })
      .messages({ 'string.uriCustomScheme': 'must be a URL such as https://s3.eu-central-1.amazonaws.com' }),
    'for `s3`: an S3-compatible storage such as `https://s3.eu-central-1.amazonaws.com`',
  ),
  S3_BUCKET: shown(
    'The bucket of uploaded images.',
    Joi.string()
      .pattern(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .messages({ 'string.pattern.base': 'must be the name of a bucket' }),
    'for `s3`: the bucket of uploaded images, which needs no public access',
  ),
  S3_REGION: shown('The region of the bucket.', Joi.string().max(64).default('us-east-1')),
  S3_ACCESS_KEY_ID: hidden(
    'The id of the key of the bucket.',
    Joi.string().max(255),
    'for `s3`: the id of a key that may list the bucket and read, write and delete its objects',
  ),
  S3_SECRET_ACCESS_KEY: hidden('The key of the bucket.', Joi.string().max(255), 'for `s3`: this key'),
};

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
