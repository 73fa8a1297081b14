import Joi from 'joi';
import type { IdPrefix } from '#core/capabilities.ts';
import type { Id } from '#core/shared/id.ts';
import type { Resource, ResourceView } from '#core/shared/resource.ts';
import { type DryRunResult, dryRunFields } from './dry-run.ts';
import { resourceFields, versionFields } from './fields.ts';
import type { FieldsOf } from './object-of.ts';

type AnyView = ResourceView<Resource, string>;

type PrefixOf<R> = R extends Id<infer Prefix extends IdPrefix> ? Prefix : never;

/** The schema of a resource in the responses to reads and writes, from the fields that not every resource has. */
export const resourceSchema = <View extends AnyView>(
  object: View['object'],
  prefix: PrefixOf<View['id']>,
  fields: FieldsOf<Omit<View, keyof AnyView>>,
): Joi.ObjectSchema<View & DryRunResult> =>
  Joi.object({ ...resourceFields(object, prefix), ...fields, ...versionFields, ...dryRunFields });
