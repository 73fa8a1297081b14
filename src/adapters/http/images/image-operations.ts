import {
  IMAGE_MEDIA_TYPES,
  type ImageView,
  imageKinds,
  imageView,
  MAX_IMAGE_BYTES,
  mediaTypeOf,
  recognizeImage,
} from '#core/images/image.ts';
import type { UploadImage } from '#core/images/use-cases/upload-image.ts';
import type { FileBody } from '../request/file-body.ts';
import { HttpError } from '../responses/problem.ts';
import { fileOperation } from '../routing/operation.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';
import { imageSchema } from './image-schemas.ts';

type ImageOperationsDeps = Readonly<{
  uploadImage: UploadImage;
  /** The address that clients use. */
  publicUrl: () => string;
}>;

export const imageRoutes = ({ uploadImage, publicUrl }: ImageOperationsDeps): TaggedRoute[] =>
  tagged('Images', [
    fileOperation({
      path: '/api/images',
      operationId: 'uploadImage',
      summary: 'Upload an image',
      description:
        'A PNG, JPEG, WebP or AVIF image of at most 10 MiB as the body, for the `images` of products. `url` shows it to ' +
        'everybody without a key, forever and unchanged: caches may keep it. The same content has the same `id` and `url`. ' +
        'Smaller copies are made when they are first asked for, at the addresses in the `media` of its product.',
      access: { kind: 'scope', scope: 'products:write' },
      file: { mediaTypes: IMAGE_MEDIA_TYPES, maxBytes: MAX_IMAGE_BYTES, description: 'The image.' },
      hasExternalEffects: true,
      responses: { 201: { description: 'The image.', schema: imageSchema } },
      write: async ({ body, isDryRun }) => {
        const { bytes, sha256 } = body;
        const image = await uploadImage({ bytes, sha256, extension: recognized(body) }, { isDryRun });
        if (image === 'undecodable') throw unsupported(`is ${body.type}, but the body cannot be decoded as an image`);
        const view: ImageView = imageView(image, publicUrl());
        return async () => ({ status: 201, body: view, location: new URL(view.url).pathname });
      },
    }),
  ]);

const KINDS = `${imageKinds.slice(0, -1).join(', ')} or ${imageKinds.at(-1)}`;

/** @throws HttpError `unsupported_media_type` unless the content is an image of the type that the client says. */
const recognized = ({ type, bytes }: FileBody) => {
  const extension = recognizeImage(bytes);
  if (extension !== undefined && mediaTypeOf(extension) === type) return extension;
  const message =
    extension === undefined
      ? `is ${type}, but the body is not a ${KINDS} image`
      : `must be ${mediaTypeOf(extension)}, which the body is`;
  throw unsupported(message);
};

const unsupported = (message: string): HttpError => {
  const errors = [{ header: 'Content-Type', code: 'header.unsupported', message }];
  return new HttpError(415, 'unsupported_media_type', `Content-Type ${message}`, { errors });
};
