import { useState } from 'preact/hooks';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { sendFixed } from '../../form/send-action.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Facts } from '../../parts/parts.tsx';
import { rowMessage } from '../../text/api-message.ts';
import { number } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';
import { fieldText } from './file-reading.tsx';
import { IMPORT_KINDS } from './import-kinds.ts';
import type { Import } from './upload.ts';

type Summary = Pick<Import, 'rows' | 'created' | 'updated' | 'unchanged' | 'failed'>;

/** How many rows an import created, changed, left unchanged and rejected. */
export const Counts = ({ summary }: Readonly<{ summary: Summary }>) => (
  <div class="counts">
    <Facts
      facts={(['rows', 'created', 'updated', 'unchanged', 'failed'] as const).map((name) => [
        name,
        number(summary[name]),
      ])}
    />
  </div>
);

/** How many rejected rows are shown at first. */
const ERRORS_SHOWN = 50;

/** The rows that were rejected, and why. An import lists the first ones only. */
export const RowErrors = ({ resource, errors, failed }: Pick<Import, 'resource' | 'errors' | 'failed'>) => {
  const [shown, setShown] = useState(ERRORS_SHOWN);
  if (errors.length === 0) return null;
  const hidden = errors.length - shown;
  return (
    <>
      <DataTable
        label={t().imports.errors}
        rows={errors.slice(0, shown).map((error, index) => ({ ...error, index }))}
        keyOf={({ index }) => String(index)}
        columns={[
          { name: 'line', cell: ({ line }) => number(line) },
          { name: 'field', cell: ({ field }) => (field === null ? '–' : fieldText({ resource, column: '', field })) },
          { name: 'message', cell: ({ message }) => rowMessage(message) },
        ]}
      />
      {hidden > 0 && (
        <div class="buttons">
          <Button
            label={fill(t().imports.moreErrors, { count: number(hidden) })}
            onClick={() => setShown(errors.length)}
          />
        </div>
      )}
      {hidden <= 0 && failed > errors.length && (
        <p class="muted">{fill(t().imports.unlistedErrors, { count: number(failed - errors.length) })}</p>
      )}
    </>
  );
};

/** How far a running import is. `total`: how many rows its file has, if that is known. */
export const Progress = ({ rows, total }: Readonly<{ rows: number; total?: number | undefined }>) => {
  const isKnown = total !== undefined && total > 0;
  return (
    <div class="progress">
      <progress aria-label={t().imports.progress} {...(isKnown ? { max: total, value: Math.min(rows, total) } : {})} />
      <span>
        {fill(isKnown ? t().imports.progressOf : t().imports.progressSoFar, {
          rows: number(rows),
          total: number(total ?? 0),
        })}
      </span>
    </div>
  );
};

/** How many of the images that are fetched after the import are there. */
export const ImageProgress = ({ images: { pending, stored, failed } }: Pick<Import, 'images'>) => {
  const total = pending + stored + failed;
  if (total === 0) return null;
  return (
    <div class="progress">
      {pending > 0 && <progress aria-label={t().imports.imageProgress} max={total} value={total - pending} />}
      <span>
        {fill(t().imports.imagesStored, { stored: number(stored), total: number(total), failed: number(failed) })}
      </span>
    </div>
  );
};

type Cancellable = Pick<Import, 'id' | 'resource' | 'status'>;

const cancel = ({ id, resource, status }: Cancellable): Action => ({
  label: t().imports.cancel,
  scope: IMPORT_KINDS[resource].scope,
  isDanger: true,
  isAllowed: status !== 'completed' && status !== 'cancelled',
  explanation: t().imports.cancelExplained,
  run: sendFixed('post', '/api/imports/{id}/cancel', { params: { id } }),
  done: t().imports.cancelled,
});

export const CancelButton = ({ of, onDone }: Readonly<{ of: Cancellable; onDone: () => void }>) => (
  <ActionButton action={cancel(of)} onDone={onDone} />
);
