import type { SystemClock } from '#core/shared/clock.ts';
import type { FileStorage } from '#core/shared/file-storage.ts';
import { Image, type ImageExtension, mediaTypeOf } from '../image.ts';

type ImageContent = Readonly<{
  bytes: Uint8Array;
  /** The digest of the bytes in hexadecimal. */
  sha256: string;
  /** What the bytes are. */
  extension: ImageExtension;
}>;

/** Stores an image, unless its content is stored already. @throws DomainError `unavailable`. */
export type UploadImage = (content: ImageContent, options: Readonly<{ isDryRun: boolean }>) => Promise<Image>;

export const makeUploadImage =
  ({ files, systemClock }: { files: FileStorage; systemClock: SystemClock }): UploadImage =>
  async ({ bytes, sha256, extension }, { isDryRun }) => {
    const fileName = Image.fileName(sha256, extension);
    const type = mediaTypeOf(extension);
    const name = Image.storedName(fileName);
    const stored = await files.get(name);
    const createdAt = stored?.storedAt ?? systemClock.now();
    if (stored === undefined && !isDryRun) await files.put(name, { type, bytes });
    return { id: Image.idOf(sha256), fileName, type, size: bytes.byteLength, createdAt };
  };
