import type { SystemClock } from '#core/shared/clock.ts';
import type { FileStorage } from '#core/shared/file-storage.ts';
import { Image, type ImageContent, mediaTypeOf } from '../image.ts';
import type { ImageDecoder } from '../ports.ts';

/**
 * Stores an image, unless its content is stored already; `undecodable` if the bytes only begin as one does.
 * @throws DomainError `unavailable`.
 */
export type UploadImage = (
  content: ImageContent,
  options: Readonly<{ isDryRun: boolean }>,
) => Promise<Image | 'undecodable'>;

type Deps = Readonly<{ files: FileStorage; imageDecoder: ImageDecoder; systemClock: SystemClock }>;

export const makeUploadImage =
  ({ files, imageDecoder, systemClock }: Deps): UploadImage =>
  async ({ bytes, sha256, extension }, { isDryRun }) => {
    const measured = await imageDecoder.measure(bytes);
    if (measured === 'undecodable') return measured;
    const fileName = Image.fileName(sha256, extension, measured === 'unknown' ? undefined : measured);
    const type = mediaTypeOf(extension);
    const name = Image.storedName(fileName);
    const stored = await files.get(name);
    const createdAt = stored?.storedAt ?? systemClock.now();
    if (stored === undefined && !isDryRun) await files.put(name, { type, bytes });
    return { id: Image.idOf(sha256), fileName, type, size: bytes.byteLength, createdAt };
  };
