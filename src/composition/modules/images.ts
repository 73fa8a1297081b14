import { imageRoutes } from '#adapters/http/images/image-operations.ts';
import { makeUploadImage } from '#core/images/use-cases/upload-image.ts';
import { type Binding, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { SYSTEM } from '../tokens/system.ts';

const { systemClock, files } = SYSTEM;

/** Uploaded images. */
export const imagesModule = (publicUrl: () => string): readonly Binding[] => [
  provide(HTTP.routes, { files, systemClock }, (deps) =>
    imageRoutes({ uploadImage: makeUploadImage(deps), publicUrl }),
  ),
];
