import type Joi from 'joi';
import type { ImportFormat } from '#core/imports/import.ts';
import type { ImportResource } from '#core/imports/import-resource.ts';
import type { ImportQuery } from './import-schemas.ts';

export type FileType = Readonly<{ format: ImportFormat; example: string }>;

/** The imports of a resource. */
export type ImportKind = Readonly<{
  resource: ImportResource;
  operationId: string;
  summary: string;
  description: string;
  query: Joi.ObjectSchema<ImportQuery>;
  /** By their media types. */
  files: Readonly<Record<string, FileType>>;
}>;
