import { type Action, ActionButton } from '../form/action-button.tsx';
import { fill, t } from '../text/text.ts';

/** An action on several rows. */
export type BulkAction<T> = (rows: readonly T[]) => Action;

/** How many rows are selected, and what can be done with them. */
export const BulkBar = <T,>({
  actions,
  rows,
  onDone,
}: Readonly<{ actions: readonly BulkAction<T>[]; rows: readonly T[]; onDone: () => Promise<void> }>) => (
  <div class="bulk" role="toolbar" aria-label={t().list.bulk}>
    <span>{fill(t().list.selected, { count: rows.length })}</span>
    {actions
      .map((actionOn) => actionOn(rows))
      .map((action) => (
        <ActionButton key={action.label} action={action} onDone={onDone} />
      ))}
  </div>
);
