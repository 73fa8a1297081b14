import { request } from '../../api/request.ts';
import type { ScreenProps } from '../../app/base.ts';
import { usePolled } from '../../app/use-polled.ts';
import { Badge, Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { dateTime } from '../../text/format.ts';
import { fill, t, valueLabel } from '../../text/text.ts';
import { FileReading, Warnings } from './file-reading.tsx';
import { importsHref } from './import-kinds.ts';
import { CancelButton, Counts, ImageProgress, Progress, RowErrors } from './import-parts.tsx';

/** One import: its progress while it runs, and the rows that were rejected. */
export const ImportScreen = ({ id = '' }: ScreenProps) => {
  const state = usePolled(
    id,
    async (signal) => (await request('get', '/api/imports/{id}', { params: { id }, signal })).data,
    { isInProgress: ({ status, images }) => status === 'running' || images.pending > 0 },
  );
  return (
    <ResourcePage
      state={state}
      parent={{ href: importsHref(state.data?.resource ?? 'products'), label: t().imports.title }}
      title={({ created_at: at, status }) => (
        <>
          {fill(t().imports.import, { time: dateTime(at) })} <Badge value={status} />
        </>
      )}
      actions={(current) => <CancelButton of={current} onDone={state.reload} />}
    >
      {(current) => (
        <>
          <Section title={t().common.overview}>
            {current.status === 'running' && <Progress rows={current.rows} />}
            {current.status === 'interrupted' && <p class="muted">{t().imports.interrupted}</p>}
            <Counts summary={current} />
            <ImageProgress images={current.images} />
            <Facts
              facts={[
                ['resource', valueLabel(current.resource)],
                ['format', valueLabel(current.format)],
                ['on_error', valueLabel(current.on_error)],
                ['created_at', <Time key="created" at={current.created_at} />],
                ['updated_at', <Time key="updated" at={current.updated_at} />],
                ['id', <CopiedId key="id" id={current.id} />],
              ]}
            />
          </Section>
          {current.errors.length > 0 && (
            <Section title={t().imports.errors}>
              <RowErrors {...current} />
            </Section>
          )}
          {current.warnings.length > 0 && (
            <Section title={t().imports.warnings}>
              <Warnings warnings={current.warnings} />
            </Section>
          )}
          {current.file && (
            <Section title={t().imports.reading}>
              <FileReading file={current.file} resource={current.resource} isFixed />
            </Section>
          )}
        </>
      )}
    </ResourcePage>
  );
};
