import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { notify } from '../app/notices.tsx';
import type { Scope } from '../app/session.ts';
import { reloadScreen } from '../app/use-loaded.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useCloseMenu } from '../parts/menu.tsx';
import { t } from '../text/text.ts';
import { type Field, type FieldValues, type JsonObject, shownValues, toBody, toPatch, toValues } from './field.ts';
import { FormView } from './form-view.tsx';
import { type Preset, Presets } from './presets.tsx';
import { type RefundPreview, RefundView, useRefundPreview } from './refund-preview.tsx';
import { ScopedButton } from './scoped-button.tsx';
import { useForm, withErrors } from './use-form.ts';
import { useLeave } from './use-leave.tsx';

/** Something that a user can do: a button, and a dialog that asks for what it needs. */
export type Action = Readonly<{
  label: string;
  /** What the user must hold; undefined for what everybody may do. */
  scope?: Scope;
  /** Whether the state of the resource allows it. */
  isAllowed?: boolean;
  isDanger?: boolean;
  isPrimary?: boolean;
  /** What it does, for those who hesitate. */
  explanation?: ComponentChildren;
  fields?: readonly Field[];
  /** What fills in several fields at once. */
  presets?: readonly Preset[];
  /** What the inputs hold at first. */
  initial?: JsonObject;
  /** Whether only the fields that differ from `initial` are sent. */
  isPatch?: boolean;
  /** What the button of the dialog says: `label`, or that it saves a patch. */
  submitLabel?: string;
  /** What the button says that changes nothing, where `Cancel` could mean the action itself. */
  dismissLabel?: string;
  /** What it refunds, which is shown beforehand and sent as `expected_refund`. */
  refund?: RefundPreview;
  run: (body: JsonObject, idempotencyKey: string) => Promise<unknown>;
  /** What is said afterwards, possibly by the result, and nothing if that is empty; `label` if omitted. */
  done?: string | ((result: unknown) => string);
}>;

type Props = Readonly<{
  action: Action;
  /** The dialog closes once this has resolved: an action on what it still showed would be refused as out of date. */
  onDone?: ((result: unknown) => void | Promise<void>) | undefined;
}>;

/** The button of an action. Without the scope it is disabled and names the scope. */
export const ActionButton = ({ action, onDone }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const closeMenu = useCloseMenu();
  const { label, scope, isAllowed = true, isDanger = false, isPrimary = false } = action;
  return (
    <>
      {isAllowed && (
        <ScopedButton
          label={label}
          scope={scope}
          class={isDanger ? 'danger' : isPrimary ? 'primary' : ''}
          onClick={() => setOpen(true)}
        />
      )}
      {isOpen && (
        <ActionDialog
          action={action}
          onDone={onDone}
          onClose={() => {
            setOpen(false);
            closeMenu();
          }}
        />
      )}
    </>
  );
};

/** The buttons of several actions on one thing. */
export const ActionButtons = ({
  actions,
  onDone,
}: Pick<Props, 'onDone'> & Readonly<{ actions: readonly Action[] }>) => (
  <>
    {actions.map((action) => (
      <ActionButton key={action.label} action={action} onDone={onDone} />
    ))}
  </>
);

const NO_FIELDS: readonly Field[] = [];

/** With more fields a dialog is wide, with fields beside each other. */
const MAX_FIELDS_BELOW_EACH_OTHER = 8;

const ActionDialog = ({ action, onDone, onClose }: Props & Readonly<{ onClose: () => void }>) => {
  // as it was opened: after a reload it would be for another version than the inputs
  const [opened] = useState(action);
  const {
    label,
    fields = NO_FIELDS,
    initial,
    isPatch = false,
    submitLabel = isPatch ? t().common.save : label,
    explanation,
    isDanger = false,
    presets = [],
    refund,
    dismissLabel,
    run,
    done = label,
  } = opened;
  const form = useForm(fields, initial);
  const [loaded] = useState(() => toValues(fields, initial));
  const preview = useRefundPreview(refund, () => toBody(fields, shownValues(fields, form.values)));
  const submit = (): Promise<void> =>
    form.submit(async (values, idempotencyKey) => {
      const expected = await preview.expected();
      if (expected === undefined) return;
      const body = isPatch ? toPatch(form.fields, values, loaded) : toBody(form.fields, values);
      const result = await run({ ...body, ...expected }, idempotencyKey).catch((error: unknown) => {
        if (error instanceof ApiError && error.isStateConflict) reloadScreen();
        // such as after another refund
        preview.dryRun.repeat();
        throw error;
      });
      const reloading = onDone?.(result);
      // without a promise, the dialog closes in the render that shows the result, such as another dialog
      if (reloading !== undefined) await reloading;
      onClose();
      const text = typeof done === 'string' ? done : done(result);
      if (text !== '') notify(text);
    });
  const contentOf = (values: FieldValues): string => {
    const shown = shownValues(fields, values);
    return JSON.stringify(fields.map(({ name }) => shown[name]));
  };
  const { leave, question } = useLeave(contentOf(form.values), contentOf(loaded), onClose);
  return (
    <Dialog title={label} onClose={leave} isWide={fields.length > MAX_FIELDS_BELOW_EACH_OTHER}>
      {question}
      <FormView
        form={withErrors(form, preview.dryRun.error?.fields)}
        submitLabel={preview.submitLabel ?? submitLabel}
        isDanger={isDanger}
        onSubmit={() => void submit()}
        onCancel={leave}
        cancelLabel={dismissLabel}
        summary={refund && <RefundView dryRun={preview.dryRun} hasFailed={form.failure !== undefined} />}
      >
        {explanation && <div class="column">{explanation}</div>}
        {presets.length > 0 && <Presets form={form} presets={presets} />}
      </FormView>
    </Dialog>
  );
};
