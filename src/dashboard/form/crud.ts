import { etagOf, send } from '../api/request.ts';
import type { Scope } from '../app/session.ts';
import { t } from '../text/text.ts';
import type { Action } from './action-button.tsx';
import type { Field, JsonObject } from './field.ts';
import { deletedText, savedText } from './saved-text.ts';

/** A resource that small forms create, change and delete. */
export type Crud = Readonly<{
  /** Its collection in the API. */
  path: string;
  scope: Scope;
  /** The fields of a form, of a new resource or of one that exists. */
  fields: (isNew: boolean) => readonly Field[];
}>;

type Versioned = Readonly<{ id: string; version: number }>;

type Named = Readonly<{ id: string; object: string }>;

/** Creates a resource. */
export const createAction = (
  { path, scope, fields }: Crud,
  { label, initial = {} }: Readonly<{ label: string; initial?: JsonObject }>,
): Action => ({
  label,
  scope,
  isPrimary: true,
  fields: fields(true),
  initial,
  run: async (body, idempotencyKey) => (await send({ method: 'post', path, body, idempotencyKey })).data,
  done: savedText,
});

/** Changes a resource, unless somebody else has changed it since it was loaded. */
export const changeAction = ({ path, scope, fields }: Crud, resource: Versioned): Action => ({
  label: t().common.edit,
  scope,
  fields: fields(false),
  initial: resource,
  isPatch: true,
  run: async (body) =>
    (await send({ method: 'patch', path: `${path}/${resource.id}`, body, ifMatch: etagOf(resource.version) })).data,
  done: savedText,
});

/** Deletes a resource. `explanation` says what that means. */
export const removeAction = ({ path, scope }: Crud, resource: Named, explanation: Action['explanation']): Action => ({
  label: t().common.delete,
  scope,
  isDanger: true,
  explanation,
  run: (_body, idempotencyKey) => send({ method: 'delete', path: `${path}/${resource.id}`, idempotencyKey }),
  done: deletedText(resource),
});
