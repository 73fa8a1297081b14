import { Problem } from '../api/problem.ts';
import { alert, element, whileDisabled } from './element.ts';

type FieldOptions = Readonly<{
  label: string;
  /** Where the field is in the request's body, such as `/email`. */
  pointer: string;
  type?: string;
  value?: string | null;
  autocomplete?: AutoFill;
  required?: boolean;
  minlength?: number;
  maxlength?: number;
  hint?: string;
}>;

type Control = HTMLInputElement | HTMLSelectElement;

let fields = 0;

/** A control with its label, its hint and the place of its errors. */
export const labelled = <T extends Control>(control: T, label: string, hint?: string): HTMLElement => {
  fields += 1;
  const id = `field-${fields}`;
  control.id = id;
  const error = element('span', { class: 'error', id: `${id}-error` });
  const hinted = hint === undefined ? null : element('span', { class: 'hint', id: `${id}-hint` }, hint);
  control.setAttribute('aria-describedby', hint === undefined ? error.id : `${id}-hint ${error.id}`);
  return element('div', { class: 'field' }, element('label', { for: id }, label), control, hinted, error);
};

export const textField = ({ label, pointer, value, hint, type = 'text', ...attributes }: FieldOptions): HTMLElement => {
  const control = element('input', { type, 'data-pointer': pointer, value: value ?? '', ...attributes });
  return labelled(control, label, hint);
};

/** The control of a pointer, or of what contains it: `/items/0` is that of `/items/0/quantity`. */
const controlAt = (form: HTMLElement, pointer: string): Control | undefined => {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const control = form.querySelector<Control>(`[data-pointer="${CSS.escape(at)}"]`);
    if (control !== null) return control;
  }
  return undefined;
};

/** The text of a field, undefined if it is empty. */
export const valueAt = (form: HTMLElement, pointer: string): string | undefined =>
  controlAt(form, pointer)?.value.trim() || undefined;

const errorOf = (form: HTMLElement, { id }: Control): HTMLElement | null =>
  form.querySelector(`#${CSS.escape(`${id}-error`)}`);

// unlike `labels`, also before the form is in the page
const labelOf = (form: HTMLElement, { id }: Control): string =>
  form.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent ?? '';

const clearErrors = (form: HTMLElement): void => {
  for (const message of form.querySelectorAll('.alert')) message.remove();
  for (const control of form.querySelectorAll<Control>('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
    errorOf(form, control)?.replaceChildren();
  }
};

/** Shows each error at its field, and what has no field at the end of the form. */
export const showProblem = (form: HTMLElement, problem: unknown): void => {
  clearErrors(form);
  if (!(problem instanceof Problem)) throw problem;
  const invalid: Control[] = [];
  const others: string[] = [];
  for (const { pointer, message } of problem.errors) {
    const control = pointer === undefined ? undefined : controlAt(form, pointer);
    if (control === undefined) {
      others.push(message);
      continue;
    }
    control.setAttribute('aria-invalid', 'true');
    errorOf(form, control)?.replaceChildren(`${labelOf(form, control)} ${message}`);
    invalid.push(control);
  }
  if (invalid.length === 0 || others.length > 0) form.append(alert(problem.message));
  invalid[0]?.focus();
};

/** A form that submits once at a time and shows the problem of its request. */
export const onSubmit = (form: HTMLFormElement, submit: () => Promise<void>): void => {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
    if (button === null) return;
    void whileDisabled(button, async () => {
      clearErrors(form);
      await submit().catch((error: unknown) => showProblem(form, error));
    });
  });
};
