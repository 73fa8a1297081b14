import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { Image } from '#core/images/image.ts';
import type { UploadImage } from '#core/images/use-cases/upload-image.ts';

const FOLDER = path.join(import.meta.dirname, 'pictures');

/** An S3 storage takes some time for each. */
const CONCURRENT_UPLOADS = 4;

/** Stores pictures of the folder as uploads are. @returns their URLs by the names of their files. */
export type StorePictures = (files: ReadonlySet<string>) => Promise<ReadonlyMap<string, string>>;

type Deps = Readonly<{
  uploadImage: UploadImage;
  /** The address that clients use. */
  publicUrl: string;
}>;

export const makeStorePictures =
  ({ uploadImage, publicUrl }: Deps): StorePictures =>
  async (files) => {
    const store = async (file: string): Promise<[string, string]> => {
      const bytes = await readFile(path.join(FOLDER, file));
      const content = { bytes, sha256: hash('sha256', bytes), extension: 'webp' } as const;
      const image = await uploadImage(content, { isDryRun: false });
      if (image === 'undecodable') throw new Error(`The picture ${file} is damaged.`);
      return [file, `${publicUrl}${Image.path}/${image.fileName}`];
    };
    const limit = pLimit(CONCURRENT_UPLOADS);
    return new Map(await Promise.all([...files].map((file) => limit(() => store(file)))));
  };
