import { useLayoutEffect, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import type { Loaded } from '../api/request.ts';
import { notify } from '../app/notices.tsx';
import type { Scope } from '../app/session.ts';
import { t } from '../text/text.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { discardDraft, keepDraft, readDraft } from './drafts.ts';
import {
  changedFields,
  type Field,
  type FieldValues,
  isSame,
  type JsonObject,
  toBody,
  toPatch,
  toValues,
} from './field.ts';
import { type FieldGroup, FormView } from './form-view.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { type Form, useForm } from './use-form.ts';

type Props<T> = Readonly<{
  /** Identifies the draft of what was typed and not saved, such as the resource's id. */
  draft: string;
  fields: readonly Field[];
  groups?: readonly FieldGroup[];
  /** The resource to change; without it, the form creates one. */
  loaded?: Loaded<T>;
  /** The inputs of a new resource at first. */
  initial?: JsonObject;
  submitLabel: string;
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

type Conflict = Readonly<{ theirs: FieldValues; etag: string | undefined }>;

/**
 * Creates or changes a resource. What is typed stays as a draft in this tab until it is saved. A change sends only the
 * fields that differ, and only if nobody else has changed the resource; otherwise the user chooses field by field.
 */
export const ResourceForm = <T extends object>(props: Props<T>) => {
  const { draft, fields, groups, loaded, submitLabel, reload, save, onSaved, onCancel } = props;
  const form = useForm(fields, (loaded?.data ?? props.initial) as JsonObject | undefined);
  const [base, setBase] = useState(() => ({
    values: toValues(fields, (loaded?.data ?? props.initial) as JsonObject | undefined),
    etag: loaded?.etag,
  }));
  const [conflict, setConflict] = useState<Conflict | undefined>();
  const isChanged = changedFields(fields, form.values, base.values).length > 0;
  const [isRestored, setRestored] = useDraft(draft, { form, isChanged });

  const submit = (): Promise<void> =>
    form.submit(async (values, idempotencyKey) => {
      const body = loaded === undefined ? toBody(form.fields, values) : toPatch(form.fields, values, base.values);
      try {
        const result = await save(body, { ifMatch: base.etag, idempotencyKey });
        discardDraft(draft);
        notify(t().form.saved);
        onSaved(result);
      } catch (error) {
        if (!(error instanceof ApiError) || !error.isStale || reload === undefined) throw error;
        const current = await reload();
        setConflict({ theirs: toValues(fields, current.data as JsonObject), etag: current.etag });
      }
    });

  const resolve = (values: FieldValues, { theirs, etag }: Conflict): void => {
    setConflict(undefined);
    setBase({ values: theirs, etag });
    form.replace(values);
  };

  return (
    <>
      {isRestored && (
        <RestoredNotice
          onDiscard={() => {
            discardDraft(draft);
            setRestored(false);
            form.replace(base.values);
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
          theirs={conflict.theirs}
          onClose={() => setConflict(undefined)}
          onResolve={(values) => resolve(values, conflict)}
        />
      )}
    </>
  );
};

/** Keeps what is typed while it differs, restores it once, and asks before the tab is closed. */
const useDraft = (
  draft: string,
  { form, isChanged }: Readonly<{ form: Form; isChanged: boolean }>,
): [boolean, (isRestored: boolean) => void] => {
  const [isRestored, setRestored] = useState(false);
  // restored when the form opens
  useLayoutEffect(() => {
    const stored = readDraft(draft);
    if (stored === undefined || isSame(JSON.stringify(stored), JSON.stringify(form.values))) return;
    form.replace({ ...form.values, ...stored });
    setRestored(true);
  }, []);
  // before the next event, which may reload the page
  useLayoutEffect(() => {
    if (!isChanged) {
      discardDraft(draft);
      return undefined;
    }
    keepDraft(draft, form.values);
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [draft, isChanged, form.values]);
  return [isRestored, setRestored];
};
