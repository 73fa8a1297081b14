import type { ApiError } from '../api/api-error.ts';
import { apiMessage } from '../text/api-message.ts';
import { fieldLabel, fill, t } from '../text/text.ts';
import { Button } from './button.tsx';

/** Why something failed. A refusal names the missing scope, and errors of the input the labels of their fields. */
export const problemText = (error: ApiError): string => {
  const { detail, required_scope: scope } = error.problem;
  if (error.isUnreachable) return t().errors.unreachable;
  if (scope !== undefined) return fill(t().errors.missingScope, { scope });
  if (error.fields.size === 0) return apiMessage(detail);
  return [...error.fields].map(([path, message]) => `${pathLabel(path)}: ${message}`).join(' · ');
};

/** The path of an error in a file begins with its line: `1.price` is a column of its header. */
const pathLabel = (path: string): string => {
  const [, line, column] = /^(\d+)(?:\.(.+))?$/s.exec(path) ?? [];
  if (line === undefined) return fieldLabel(path);
  return [`${fieldLabel('line')} ${line}`, column].filter(Boolean).join(', ');
};

/** An error in the place of what could not be shown or done. */
export const ProblemNotice = ({ error, retry }: Readonly<{ error: ApiError; retry?: () => void }>) => (
  <div class="problem" role="alert">
    <p>{problemText(error)}</p>
    {retry && <Button label={t().common.retry} onClick={retry} />}
  </div>
);
