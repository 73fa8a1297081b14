import Joi from 'joi';
import type { IdPrefix } from '#core/capabilities.ts';
import type { Id } from '#core/shared/id.ts';
import type { Resource, ResourceView } from '#core/shared/resource.ts';
import { type DryRunResult, dryRunFields } from './dry-run.ts';
import { resourceFields, versionFields } from './fields.ts';
import type { FieldsOf } from './object-of.ts';

type CommonView = ResourceView<Resource, string>;

type PrefixOf<R> = R extends Id<infer Prefix extends IdPrefix> ? Prefix : never;

/** The response schema of a resource: the common fields, its own `fields`, and those that a dry run adds. */
export const resourceSchema = <View extends CommonView>(
  object: View['object'],
  prefix: PrefixOf<View['id']>,
  fields: FieldsOf<Omit<View, keyof CommonView>>,
): Joi.ObjectSchema<View & DryRunResult> =>
  Joi.object({ ...resourceFields(object, prefix), ...fields, ...versionFields, ...dryRunFields });
