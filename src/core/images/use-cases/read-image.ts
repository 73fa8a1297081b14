import type { FileStorage, StoredFile } from '#core/shared/file-storage.ts';
import { Image, MAX_IMAGE_BYTES } from '../image.ts';
import { ImageSize } from '../image-size.ts';
import type { ImageDecoder } from '../ports.ts';

/** A file to serve. `isFinal`: whether it is the one that was asked for. */
type ServedImage = Pick<StoredFile, 'size' | 'chunks'> & Readonly<{ fileName: string; type: string; isFinal: boolean }>;

/**
 * An image, or a smaller copy of one, by its file name; undefined if there is none. A copy is made when it is first asked
 * for, once by each process at most. Where none can be made, it is the image itself, for now.
 * @throws DomainError `unavailable`.
 */
export type ReadImage = (fileName: string) => Promise<ServedImage | undefined>;

type Deps = Readonly<{ files: FileStorage; imageDecoder: ImageDecoder }>;

export const makeReadImage = ({ files, imageDecoder }: Deps): ReadImage => {
  const making = new Map<string, Promise<Uint8Array | undefined>>();

  const readFile = async (fileName: string, type: string): Promise<ServedImage | undefined> => {
    const file = await files.get(Image.storedName(fileName));
    return file && { ...file, fileName, type, isFinal: true };
  };

  const make = async (fileName: string, size: ImageSize, original: StoredFile): Promise<Uint8Array | undefined> => {
    const bytes = await imageDecoder.resize(() => bytesOf(original), size);
    if (bytes !== undefined) await files.put(Image.storedName(fileName), { type: size.type, bytes });
    return bytes;
  };

  const readSize = async (fileName: string, size: ImageSize): Promise<ServedImage | undefined> => {
    const made = await readFile(fileName, size.type);
    if (made !== undefined) return made;
    const original = await files.get(Image.storedName(size.original));
    if (original === undefined) return undefined;
    const running = making.get(fileName) ?? make(fileName, size, original).finally(() => making.delete(fileName));
    making.set(fileName, running);
    const bytes = await running;
    if (bytes !== undefined) {
      return { fileName, type: size.type, size: bytes.byteLength, chunks: oneChunk(bytes), isFinal: true };
    }
    const image = await readFile(size.original, Image.typeOf(size.original) ?? '');
    return image && { ...image, isFinal: false };
  };

  return async (fileName) => {
    const type = Image.typeOf(fileName);
    if (type !== undefined) return readFile(fileName, type);
    const size = ImageSize.parse(fileName);
    return size && readSize(fileName, size);
  };
};

/** @throws Error for a file that is larger than images are. */
const bytesOf = async ({ size, chunks }: StoredFile): Promise<Uint8Array> => {
  if (size > MAX_IMAGE_BYTES) throw new Error(`A stored image has ${size} bytes.`);
  const bytes = new Uint8Array(size);
  let length = 0;
  for await (const chunk of chunks) {
    bytes.set(chunk, length);
    length += chunk.byteLength;
  }
  return bytes;
};

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
