import { useId } from 'preact/hooks';
import { request } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { usePolled } from '../../app/use-polled.ts';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { ParentLink } from '../../parts/parent-link.tsx';
import { Badge, Loading, Section, Time } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { number } from '../../text/format.ts';
import { fieldLabel, t, valueLabel } from '../../text/text.ts';
import { FileChoices, FileReading, Warnings } from './file-reading.tsx';
import { CancelButton, Counts, Progress, RowErrors } from './import-parts.tsx';
import { checkFile, choose, hasBegun, type Import, importFile, rowsOfUpload, upload } from './upload.ts';

/** How many former imports are listed. */
const MAX_SHOWN = 20;

const TYPES = '.csv,.tsv,.txt,.ndjson,.jsonl,.xml,text/csv,application/x-ndjson,application/xml';

const ON_ERROR = ['stop', 'continue'] as const;

/** Imports products from a file: checked first, then for real; and what was imported so far. */
export const ImportProducts = () => (
  <article class="screen">
    <ParentLink href={`${BASE}/products`} label={t().navigation.products} />
    <h1>{t().imports.title}</h1>
    {holds('products:write') && <FileSection />}
    <Imports />
  </article>
);

const FileSection = () => {
  const { chosen, isBusy, checked, ended, error } = upload.value;
  return (
    <Section title={isBusy === 'import' ? t().imports.running : t().imports.choose}>
      {isBusy === 'import' ? <p>{t().imports.keepOpen}</p> : <FileChoice />}
      {isBusy === 'check' && (
        <>
          <p role="status">{t().imports.checking}</p>
          <Loading />
        </>
      )}
      {error && <ProblemNotice error={error} />}
      {chosen && checked && isBusy === undefined && <Checked checked={checked} />}
      {ended && <Ended ended={ended} />}
    </Section>
  );
};

/** A change of the file or of `on_error` requires a new check. */
const FileChoice = () => {
  const id = useId();
  const { chosen, isBusy, checked, read } = upload.value;
  const onError = chosen?.onError ?? 'stop';
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) void checkFile(chosen);
      }}
    >
      <p class="muted">{t().imports.explained}</p>
      <div class="field">
        <label for={id}>{fieldLabel('file')}</label>
        <input
          id={id}
          type="file"
          accept={TYPES}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget: { files } }) => choose(files?.[0] && { file: files[0], choices: {}, onError })}
        />
        <p class="hint" id={`${id}-hint`}>
          {t().imports.fileHint}
        </p>
      </div>
      {chosen && (
        <fieldset class="field choices">
          <legend>{fieldLabel('on_error')}</legend>
          {ON_ERROR.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="on_error"
                checked={onError === each}
                onChange={() => choose({ ...chosen, onError: each })}
              />
              <span>{valueLabel(each)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <FileChoices />
      {read && chosen && (
        <section class="form" aria-label={t().imports.reading}>
          <h3>{t().imports.reading}</h3>
          <FileReading file={read} />
        </section>
      )}
      <div class="buttons end">
        <button
          type="submit"
          class={checked ? 'button' : 'button primary'}
          disabled={chosen === undefined}
          aria-disabled={isBusy !== undefined}
        >
          {t().imports.check}
        </button>
      </div>
    </form>
  );
};

/** What the import would do, and the button that does it. */
const Checked = ({ checked }: Readonly<{ checked: Import }>) => {
  const { chosen } = upload.value;
  return (
    <section class="form" aria-label={t().imports.report}>
      <h3>{t().imports.report}</h3>
      <Counts summary={checked} />
      <Warnings warnings={checked.warnings} />
      {checked.errors.length === 0 && <p role="status">{t().imports.noErrors}</p>}
      {checked.status === 'stopped' && <p role="status">{t().imports.stoppedAt}</p>}
      <RowErrors {...checked} />
      <div class="buttons end">
        <button type="button" class="button primary" onClick={() => chosen && void importFile(chosen)}>
          {t().imports.start}
        </button>
      </div>
    </section>
  );
};

const Ended = ({ ended }: Readonly<{ ended: Import }>) => (
  <section class="form" aria-label={t().imports.ended}>
    <p role="status">
      {t().imports.ended} <Badge value={ended.status} /> <a href={`${BASE}/imports/${ended.id}`}>{t().imports.show}</a>
    </p>
    <Counts summary={ended} />
    <Warnings warnings={ended.warnings} />
    <RowErrors {...ended} />
  </section>
);

/** The newest imports, followed while one runs. */
const Imports = () => {
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
          cell: ({ id, created_at: at }) => (
            <a href={`${BASE}/imports/${id}`}>
              <Time at={at} />
            </a>
          ),
        },
        { name: 'status', cell: ({ status }) => <Badge value={status} /> },
        {
          name: 'rows',
          cell: ({ status, rows }) => (status === 'running' ? <Progress rows={rows} total={total} /> : number(rows)),
          isNumeric: true,
        },
        { name: 'created', cell: ({ created }) => number(created), isNumeric: true },
        { name: 'updated', cell: ({ updated }) => number(updated), isNumeric: true },
        { name: 'failed', cell: ({ failed }) => number(failed), isNumeric: true },
        {
          name: 'actions',
          heading: t().list.actions,
          cell: (current) => current.status === 'running' && <CancelButton of={current} onDone={state.reload} />,
        },
      ]}
    />
  );
};
