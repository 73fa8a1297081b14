import Joi from 'joi';
import { Image } from '#core/images/image.ts';

/** The address of an image, also of an uploaded one of a service without https, as on a developer's machine. */
export const imageUrl = (): Joi.StringSchema =>
  Joi.string()
    .max(2048)
    .uri()
    .custom((url: string, helpers) =>
      /^https:/i.test(url) || Image.fileNameOf(url) !== undefined
        ? url
        : helpers.error('string.uriCustomScheme', { scheme: 'https' }),
    );
