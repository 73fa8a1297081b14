import Joi from 'joi';
import { IMAGE_MEDIA_TYPES, type ImageView, MAX_IMAGE_BYTES } from '#core/images/image.ts';
import { integer, resourceFields, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

export const imageSchema = objectOf<ImageView>({
  ...resourceFields('image', 'img'),
  url: required(
    Joi.string().uri().max(2048),
    'Where everybody gets the image.',
    `https://api.shop.example/images/${'0'.repeat(64)}.png`,
  ),
  content_type: required(Joi.string().valid(...IMAGE_MEDIA_TYPES), 'The media type.'),
  size: required(integer(0).max(MAX_IMAGE_BYTES), 'In bytes.', 48_213),
  created_at: required(timestamp(), 'When the content was first uploaded.'),
})
  .id('Image')
  .description('An uploaded image, which never changes.');
