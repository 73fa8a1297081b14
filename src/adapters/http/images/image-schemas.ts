import Joi from 'joi';
import { IMAGE_MEDIA_TYPES, type ImageView, MAX_IMAGE_BYTES } from '#core/images/image.ts';
import { resourceFields, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';

export const imageSchema = objectOf<ImageView>({
  ...resourceFields('image', 'img'),
  url: Joi.string()
    .uri()
    .max(2048)
    .required()
    .description('Where everybody gets the image.')
    .example(`https://api.shop.example/images/${'0'.repeat(64)}.png`),
  content_type: Joi.string()
    .valid(...IMAGE_MEDIA_TYPES)
    .required()
    .description('The media type.'),
  size: Joi.number().integer().min(0).max(MAX_IMAGE_BYTES).required().description('In bytes.').example(48_213),
  created_at: timestamp().required().description('When the content was first uploaded.'),
})
  .id('Image')
  .description('An uploaded image, which never changes.');
