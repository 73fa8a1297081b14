import { request } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { usePolled } from '../../app/use-polled.ts';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { Badge, Time } from '../../parts/parts.tsx';
import { number } from '../../text/format.ts';
import { t, valueLabel } from '../../text/text.ts';
import { CancelButton, Progress } from './import-parts.tsx';
import { hasBegun, rowsOfUpload, upload } from './upload.ts';

/** How many former imports are listed. */
const MAX_SHOWN = 20;

/** The newest imports, followed while one runs. */
export const FormerImports = () => {
  const { isBusy, ended } = upload.value;
  const state = usePolled(
    `imports ${ended?.id} ${isBusy}`,
    async (signal) => (await request('get', '/api/imports', { query: { limit: MAX_SHOWN }, signal })).data,
    { isInProgress: ({ data }) => isBusy === 'import' || data.some(({ status }) => status === 'running') },
  );
  // the file of another tab has other rows
  const total =
    state.data?.data.filter(({ status }) => status === 'running').length === 1 ? rowsOfUpload.value : undefined;
  const isInterrupted = hasBegun() && isBusy === undefined && state.data?.data[0]?.status === 'interrupted';
  return (
    <LoadedList
      title={t().imports.former}
      state={state}
      keyOf={({ id }) => id}
      empty={t().imports.empty}
      remark={isInterrupted && <p role="status">{t().imports.interrupted}</p>}
      columns={[
        {
          name: 'created_at',
          place: 'title',
          cell: ({ id, created_at: at }) => (
            <a href={`${BASE}/imports/${id}`}>
              <Time at={at} />
            </a>
          ),
        },
        { name: 'resource', cell: ({ resource }) => valueLabel(resource), place: 'detail' },
        { name: 'status', cell: ({ status }) => <Badge value={status} />, place: 'end' },
        {
          name: 'rows',
          cell: ({ status, rows }) => (status === 'running' ? <Progress rows={rows} total={total} /> : number(rows)),
          isNumeric: true,
        },
        { name: 'created', cell: ({ created }) => number(created), isNumeric: true },
        { name: 'updated', cell: ({ updated }) => number(updated), isNumeric: true },
        { name: 'failed', cell: ({ failed }) => number(failed), isNumeric: true },
      ]}
      rowActions={(current) => current.status === 'running' && <CancelButton of={current} onDone={state.reload} />}
    />
  );
};
