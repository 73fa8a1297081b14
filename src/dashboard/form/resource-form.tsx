import { useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import type { Loaded } from '../api/request.ts';
import { notify } from '../app/notices.tsx';
import type { Scope } from '../app/session.ts';
import { t } from '../text/text.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { changedFields, type Field, type FieldValues, type JsonObject, toBody, toPatch, toValues } from './field.ts';
import { type FieldGroup, FormView } from './form-view.tsx';
import { type Base, draftOf, type ResourceDraft, restored } from './resource-draft.ts';
import { RestoredNotice } from './restored-notice.tsx';
import { savedText } from './saved-text.ts';
import { useDraft } from './use-draft.ts';
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
  ) => Promise<unknown>;
  onSaved: (result: unknown) => void;
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
  const [initial] = useState<Base>(() => ({ values: toValues(fields, resource), etag: loaded?.etag }));
  const [base, setBase] = useState(initial);
  // as the resource is known to be stored
  const [stored, setStored] = useState(initial);
  const [conflict, setConflict] = useState<Base | undefined>();
  const { isRestored, discard } = useDraft<ResourceDraft>(draft, {
    content: draftOf(fields, form.values, base),
    isChanged: changedFields(fields, form.values, base.values).length > 0,
    restore: (content) => {
      const { base: former, values, isConflict } = restored(content, initial);
      setBase(former);
      form.replace({ ...form.values, ...values });
      if (isConflict) setConflict(initial);
    },
  });

  const submit = (): Promise<void> =>
    form.submit(async (values, idempotencyKey) => {
      const body = loaded === undefined ? toBody(form.fields, values) : toPatch(form.fields, values, base.values);
      try {
        const result = await save(body, { ifMatch: base.etag, idempotencyKey });
        discard();
        notify(savedText(result));
        onSaved(result);
      } catch (error) {
        if (!(error instanceof ApiError) || !error.isStale || reload === undefined) throw error;
        const current = await reload();
        const theirs = { values: toValues(fields, current.data as JsonObject), etag: current.etag };
        setStored(theirs);
        setConflict(theirs);
      }
    });

  const resolve = (values: FieldValues, theirs: Base): void => {
    setConflict(undefined);
    setBase(theirs);
    form.replace({ ...form.values, ...values });
  };

  return (
    <>
      {isRestored && (
        <RestoredNotice
          onDiscard={() => {
            discard();
            setBase(stored);
            form.replace(stored.values);
          }}
        />
      )}
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
          onClose={() => setConflict(undefined)}
          onResolve={(values) => resolve(values, conflict)}
        />
      )}
    </>
  );
};
