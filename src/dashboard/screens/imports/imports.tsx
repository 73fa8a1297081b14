import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { BASE } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import { useOwnUrl } from '../../app/use-own-url.ts';
import { Button } from '../../parts/button.tsx';
import { ParentLink } from '../../parts/parent-link.tsx';
import { Badge, Loading, Section } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { number } from '../../text/format.ts';
import { fieldLabel, fill, t, valueLabel } from '../../text/text.ts';
import { FileChoices, FileReading, Warnings } from './file-reading.tsx';
import { FormerImports } from './former-imports.tsx';
import { IMPORT_KINDS, IMPORT_RESOURCES, type ImportResource, importsHref } from './import-kinds.ts';
import { Counts, RowErrors } from './import-parts.tsx';
import { SAMPLES } from './samples.ts';
import { changeResource, checkFile, choose, type Import, importFile, upload } from './upload.ts';

const ON_ERROR = ['stop', 'continue'] as const;

/** The address at which products alone were imported. */
export const ProductImports = () => {
  const { route } = useLocation();
  useLayoutEffect(() => route(importsHref('products'), true), []);
  return null;
};

/** Imports a file: checked first, then for real; and what was imported so far. The address has what the file contains. */
export const Imports = () => {
  const content = useOwnUrl().searchParams.get('resource');
  const asked = IMPORT_RESOURCES.find((each) => each === content) ?? 'products';
  const allowed = IMPORT_RESOURCES.filter((each) => holds(IMPORT_KINDS[each].scope));
  const resource = allowed.includes(asked) ? asked : allowed[0];
  const { list, label } = IMPORT_KINDS[resource ?? asked];
  return (
    <article class="screen">
      <ParentLink href={`${BASE}${list}`} label={t().navigation[label]} />
      <h1>{t().imports.title}</h1>
      {resource && <FileSection resource={resource} allowed={allowed} />}
      <FormerImports />
    </article>
  );
};

type ContentProps = Readonly<{ resource: ImportResource; allowed: readonly ImportResource[] }>;

const FileSection = (content: ContentProps) => {
  const { resource } = content;
  const { route } = useLocation();
  useEffect(() => {
    const { chosen, isBusy } = upload.peek();
    if (chosen === undefined || chosen.resource === resource) return;
    // what is being imported is shown, whichever list has led here
    if (isBusy === 'import') route(importsHref(chosen.resource), true);
    else changeResource(chosen, resource);
  }, [resource]);
  const { chosen, isBusy, checked, ended, error } = upload.value;
  return (
    <Section title={isBusy === 'import' ? t().imports.running : t().imports.choose}>
      {isBusy === 'import' ? <p>{t().imports.keepOpen}</p> : <FileChoice {...content} />}
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

/** A change of the file, of what it contains or of `on_error` requires a new check. */
const FileChoice = ({ resource, allowed }: ContentProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { chosen, isBusy, checked, read } = upload.value;
  const isChosen = chosen !== undefined;
  useEffect(() => {
    // the browser would still show a file that was dropped
    if (!isChosen && input.current) input.current.value = '';
  }, [isChosen]);
  const onError = chosen?.onError ?? 'stop';
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) void checkFile(chosen);
      }}
    >
      <ContentChoice resource={resource} allowed={allowed} />
      <p class="muted">{t().imports.explained[resource]}</p>
      <div class="field">
        <label for={id}>{fieldLabel('file')}</label>
        <input
          ref={input}
          id={id}
          type="file"
          accept={IMPORT_KINDS[resource].types}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget: { files } }) =>
            choose(files?.[0] && { file: files[0], resource, choices: {}, onError })
          }
        />
        <p class="hint" id={`${id}-hint`}>
          {resource === 'products' ? t().imports.fileHint : t().imports.tableHint}
        </p>
        <div class="buttons">
          <Button
            label={t().imports.sample}
            icon="download"
            onClick={() => saveFile(`${resource}.csv`, new Blob([SAMPLES[resource]], { type: 'text/csv' }))}
          />
        </div>
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
          <FileReading file={read} resource={chosen.resource} />
        </section>
      )}
      <div class="buttons end">
        <button
          type="submit"
          class={checked ? 'button' : 'button primary'}
          disabled={!isChosen}
          aria-disabled={isBusy !== undefined}
        >
          {t().imports.check}
        </button>
      </div>
    </form>
  );
};

const ContentChoice = ({ resource, allowed }: ContentProps) => {
  const { route } = useLocation();
  return (
    <fieldset class="field choices">
      <legend>{t().imports.content}</legend>
      {allowed.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="resource"
            checked={resource === each}
            onChange={() => route(importsHref(each), true)}
          />
          <span>{valueLabel(each)}</span>
        </label>
      ))}
    </fieldset>
  );
};

/** What the import would do, and the button that does it. */
const Checked = ({ checked }: Readonly<{ checked: Import }>) => {
  const { chosen } = upload.value;
  const [first] = checked.errors;
  const hasEffect = checked.created + checked.updated > 0;
  return (
    <section class="form" aria-label={t().imports.report}>
      <h3>{t().imports.report}</h3>
      <Counts summary={checked} />
      <Warnings warnings={checked.warnings} />
      {checked.errors.length === 0 && <p role="status">{t().imports.noErrors}</p>}
      {first && chosen?.onError === 'stop' && (
        <p role="status">{fill(t().imports.stoppedAt, { line: number(first.line) })}</p>
      )}
      {!hasEffect && <p role="status">{t().imports.noEffect}</p>}
      <RowErrors {...checked} />
      {hasEffect && (
        <div class="buttons end">
          <button type="button" class="button primary" onClick={() => chosen && void importFile(chosen)}>
            {t().imports.start}
          </button>
        </div>
      )}
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
