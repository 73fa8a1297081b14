import { escapeHtml } from '../responses/escape-html.ts';

/** What is wrong with a form, by the id of the field on the page. */
export type FormErrors = ReadonlyMap<string, string>;

/** The text of a field. HTML has no NUL, and the storage takes none. */
export const fieldText = (fields: URLSearchParams, name: string): string =>
  (fields.get(name) ?? '').replaceAll('\0', '\u{fffd}').replaceAll('\r\n', '\n').trim();

/** The attributes of a field with an error, those of a group of fields, which cannot be invalid itself, and the error. */
export const faulty = (
  errors: FormErrors,
  field: string,
  hintId?: string,
): Readonly<{ attributes: string; describedBy: string; error: string }> => {
  const message = errors.get(field);
  const described = [...(hintId === undefined ? [] : [hintId]), ...(message === undefined ? [] : [`${field}_error`])];
  const describedBy = described.length === 0 ? '' : ` aria-describedby="${escapeHtml(described.join(' '))}"`;
  return message === undefined
    ? { attributes: describedBy, describedBy, error: '' }
    : {
        describedBy,
        attributes: `${describedBy} aria-invalid="true"`,
        error: `<p class="error" id="${escapeHtml(field)}_error">${escapeHtml(message)}</p>`,
      };
};

type TextField = Readonly<{
  id: string;
  /** The id if omitted. */
  name?: string;
  label: string;
  value: string;
  autocomplete: string;
  type?: string;
  hint?: string;
  required?: boolean;
}>;

/** A field for a line of text, with its label, hint and error. */
export const textField = (
  errors: FormErrors,
  { id, name = id, label, value, autocomplete, type = 'text', hint, required = false }: TextField,
): string => {
  const { attributes, error } = faulty(errors, id, hint === undefined ? undefined : `${id}_hint`);
  const hinted = hint === undefined ? '' : `<p class="hint" id="${id}_hint">${escapeHtml(hint)}</p>\n`;
  return `<div class="field">
<label for="${id}">${escapeHtml(label)}</label>
${hinted}${error}
<input id="${id}" name="${name}" type="${type}" value="${escapeHtml(value)}" autocomplete="${autocomplete}"${required ? ' required' : ''}${attributes}>
</div>`;
};

/** Read at once: all errors, with links to those fields that the page shows. */
export const errorSummary = (title: string, errors: FormErrors, isShown: (field: string) => boolean): string => {
  if (errors.size === 0) return '';
  const entries = [...errors].map(([field, message]) => {
    const [id, text] = [field, message].map(escapeHtml);
    return isShown(field) ? `<li><a href="#${id}">${text}</a></li>` : `<li>${text}</li>`;
  });
  return `<div class="alert" role="alert" tabindex="-1" autofocus>
<h2>${escapeHtml(title)}</h2>
<ul>
${entries.join('\n')}
</ul>
</div>`;
};
