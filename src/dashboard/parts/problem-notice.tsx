import type { ApiError } from '../api/api-error.ts';
import { fill, t } from '../text/text.ts';

/** Why something failed. A refusal names the missing scope. */
export const problemText = (error: ApiError): string => {
  const { detail, required_scope: scope } = error.problem;
  if (error.isUnreachable) return t().errors.unreachable;
  return scope === undefined ? detail : fill(t().errors.missingScope, { scope });
};

/** An error in the place of what could not be shown or done. */
export const ProblemNotice = ({ error, retry }: Readonly<{ error: ApiError; retry?: () => void }>) => (
  <div class="problem" role="alert">
    <p>{problemText(error)}</p>
    {retry && (
      <button type="button" class="button" onClick={retry}>
        {t().common.retry}
      </button>
    )}
  </div>
);
