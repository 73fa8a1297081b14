import { ApiError } from '../api/api-error.ts';
import type { Loaded } from '../api/request.ts';
import { notify } from '../app/notices.tsx';
import type { Scope } from '../app/session.ts';
import { t } from '../text/text.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type Field, type JsonObject, toBody, toPatch, toValues } from './field.ts';
import { type FieldGroup, FormView } from './form-view.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { savedText } from './saved-text.ts';
import { useEdited } from './use-edited.ts';
import { useForm } from './use-form.ts';

type Props<T> = Readonly<{
  /** Identifies the draft of what was typed and not saved, such as the resource's id. */
  draft: string;
  fields: readonly Field[];
  groups?: readonly FieldGroup[];
  /** The resource to change; without it, the form creates one. */
  loaded?: Loaded<T>;
  /** The inputs of a new resource at first. */
  initial?: JsonObject;
  /** That it saves, if omitted. */
  submitLabel?: string;
  /** What the user must hold to save it. */
  scope: Scope;
  /** Reads the resource as it is now, after somebody else has changed it. */
  reload?: () => Promise<Loaded<T>>;
  save: (
    body: JsonObject,
    options: Readonly<{ ifMatch: string | undefined; idempotencyKey: string }>,
  ) => Promise<Loaded<object>>;
  /** The form can be sent again once this has resolved. */
  onSaved: (result: Loaded<object>) => void | Promise<void>;
  onCancel?: () => void;
}>;

/**
 * Creates or changes a resource. What is typed stays as a draft in this tab until it is saved. A change sends only the
 * fields that differ, and only if nobody else has changed the resource; otherwise the user chooses field by field.
 */
export const ResourceForm = <T extends object>(props: Props<T>) => {
  const { draft, fields, groups, loaded, submitLabel = t().common.save, reload, save, onSaved, onCancel } = props;
  const resource = (loaded?.data ?? props.initial) as JsonObject | undefined;
  const form = useForm(fields, resource);
  const edited = useEdited(draft, fields, form, { values: toValues(fields, resource), etag: loaded?.etag });
  const { base, conflict } = edited;

  const submit = (): Promise<void> =>
    form.submit(async (values, idempotencyKey) => {
      const body = loaded === undefined ? toBody(form.fields, values) : toPatch(form.fields, values, base.values);
      try {
        const result = await save(body, { ifMatch: base.etag, idempotencyKey });
        edited.store(values, result.etag);
        notify(savedText(result));
        await onSaved(result);
      } catch (error) {
        if (!(error instanceof ApiError) || !error.isStale || reload === undefined) throw error;
        const current = await reload();
        edited.ask({ values: toValues(fields, current.data as JsonObject), etag: current.etag });
      }
    });

  return (
    <>
      {edited.isRestored && <RestoredNotice onDiscard={edited.discard} />}
      <FormView
        form={form}
        {...(groups === undefined ? {} : { groups })}
        submitLabel={submitLabel}
        scope={props.scope}
        onSubmit={() => void submit()}
        onCancel={onCancel}
      />
      {conflict && (
        <ConflictDialog
          fields={fields}
          base={base.values}
          mine={form.values}
          theirs={conflict.values}
          onClose={edited.closeConflict}
          onResolve={(values) => edited.resolve(values, conflict)}
        />
      )}
    </>
  );
};
