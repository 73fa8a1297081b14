import { imageRoutes } from '#adapters/http/images/image-operations.ts';
import { makeReadImage } from '#core/images/use-cases/read-image.ts';
import { makeUploadImage } from '#core/images/use-cases/upload-image.ts';
import { type Binding, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { SYSTEM } from '../tokens/system.ts';

const { systemClock, files, imageDecoder } = SYSTEM;

/** Uploaded images. */
export const imagesModule = (publicUrl: () => string): readonly Binding[] => [
  provide(HTTP.readImage, { files, imageDecoder }, makeReadImage),
  provide(HTTP.routes, { files, imageDecoder, systemClock }, (deps) =>
    imageRoutes({ uploadImage: makeUploadImage(deps), publicUrl }),
  ),
];
