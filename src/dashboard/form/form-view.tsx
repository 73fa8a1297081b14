import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { caller, type Scope } from '../app/session.ts';
import { Button } from '../parts/button.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { t } from '../text/text.ts';
import { type Field, shownFields } from './field.ts';
import { FieldInput } from './field-input.tsx';
import { ScopedButton } from './scoped-button.tsx';
import type { Form } from './use-form.ts';
import { useRefusalFocus } from './use-refusal-focus.ts';

/** Fields under a heading. */
export type FieldGroup = Readonly<{ title: string; fields: readonly Field[] }>;

/** A form with its buttons. After a refusal the first invalid input has the focus. */
export const FormView = ({
  form,
  groups,
  submitLabel,
  scope,
  isDanger = false,
  onSubmit,
  onCancel,
  hasFocus = false,
  cancelLabel = t().common.cancel,
  children,
  summary,
}: Readonly<{
  form: Form;
  /** Headings of some of the fields; the others come first. */
  groups?: readonly FieldGroup[];
  submitLabel: string;
  /** What the user must hold to submit it. */
  scope?: Scope | undefined;
  isDanger?: boolean;
  onSubmit: () => void;
  onCancel?: (() => void) | undefined;
  /** Whether its first empty input has the focus at first. */
  hasFocus?: boolean;
  /** Of the button that leaves everything as it is; where the form is about a cancellation, another word than that. */
  cancelLabel?: string | undefined;
  children?: ComponentChildren;
  /** What follows the fields, such as what they come to. */
  summary?: ComponentChildren;
}>) => {
  const element = useRefusalFocus(form);
  useLayoutEffect(() => {
    const inputs = [...(element.current?.querySelectorAll<HTMLInputElement>('input:not([hidden])') ?? [])];
    if (hasFocus) inputs.find(({ value }) => value === '')?.focus();
  }, []);
  const passkey = form.values['passkey'];
  // the response of a passkey is all that was missing
  useEffect(() => {
    if (passkey) onSubmit();
  }, [passkey]);
  const grouped = new Set(groups?.flatMap((group) => group.fields.map(({ name }) => name)));
  return (
    <form
      ref={element}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {form.fields.some(isPassword) && !form.fields.some(isEmail) && <UserName />}
      <FieldInputs form={form} fields={form.fields.filter(({ name }) => !grouped.has(name))} />
      {groups?.map(({ title, fields }) => (
        <fieldset key={title} class="group">
          <legend>{title}</legend>
          <FieldInputs form={form} fields={fields} />
        </fieldset>
      ))}
      {summary}
      {form.failure && <ProblemNotice error={form.failure} />}
      <div class="buttons end">
        {onCancel && <Button label={cancelLabel} onClick={onCancel} />}
        <ScopedButton
          type="submit"
          label={submitLabel}
          scope={scope}
          class={isDanger ? 'danger' : 'primary'}
          isBusy={form.isBusy}
        />
      </div>
    </form>
  );
};

const isPassword = ({ kind }: Field): boolean => kind === 'password' || kind === 'new_password';

const isEmail = ({ kind }: Field): boolean => kind === 'email';

/** Tells password managers whose password it is. */
const UserName = () => (
  <input type="text" name="username" autoComplete="username" value={caller.value?.user.email} readOnly hidden />
);

/** The inputs of some fields of a form. */
export const FieldInputs = ({ form, fields }: Readonly<{ form: Form; fields: readonly Field[] }>) => (
  <>
    {shownFields(fields, form.values).map((field) => (
      <FieldInput
        key={field.name}
        field={field}
        value={form.values[field.name] ?? ''}
        errors={form.errors}
        onChange={(value) => form.set(field.name, value)}
      />
    ))}
  </>
);
