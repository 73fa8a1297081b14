import { computed, effect, signal } from '@preact/signals';
import { ApiError } from '../../api/api-error.ts';
import { type Loaded, type Schemas, send } from '../../api/request.ts';
import { notify } from '../../app/notices.tsx';
import { caller } from '../../app/session.ts';
import { discardDraft, keepDraft, readDraft } from '../../form/drafts.ts';
import { t } from '../../text/text.ts';
import { IMPORT_KINDS, type ImportResource } from './import-kinds.ts';

export type Import = Schemas['Import'];

/** What was chosen of how a file is read, in the names of the API. */
export type Choices = Readonly<{
  preset?: string | undefined;
  decimal?: string | undefined;
  weight_unit?: string | undefined;
  image_base?: string | undefined;
  /** The fields of columns; null for one that is left out. */
  mapping?: Readonly<Record<string, string | null>>;
  /** Whether files with the same columns are read in the same way from now on. */
  remember?: boolean;
}>;

/** A file, what it contains, how it is read, and what happens at an invalid row. */
type Chosen = Readonly<{ file: File; resource: ImportResource; choices: Choices; onError: Import['on_error'] }>;

/** What happens to the chosen file. It outlives the screen, so that others can be used while the file is sent. */
export type Upload = Readonly<{
  chosen?: Chosen;
  isBusy?: 'check' | 'import';
  /** What a dry run has found. */
  checked?: Import;
  /** How the file was read when it was checked last, with other choices perhaps. */
  read?: Import['file'];
  ended?: Import;
  error?: ApiError;
}>;

const DRAFT = 'import';

export const upload = signal<Upload>({});

/** How many rows the file has that is being imported; undefined while that is not known. */
export const rowsOfUpload = computed(() =>
  upload.value.isBusy === 'import' && upload.value.checked?.status === 'completed'
    ? upload.value.checked.rows
    : undefined,
);

let checking = new AbortController();

/** Chooses another file, and drops the result of the former one's check. */
export const choose = (chosen: Chosen | undefined): void => {
  checking.abort();
  // an effect that chooses nothing must not follow what it chooses
  const { chosen: former, read } = upload.peek();
  const isReadSo = chosen !== undefined && chosen.file === former?.file && chosen.resource === former.resource;
  upload.value = chosen === undefined ? {} : { chosen, ...(isReadSo && read !== undefined ? { read } : {}) };
};

/** Says that the chosen file contains something else: its columns give other fields. A file of another type is dropped. */
export const changeResource = (chosen: Chosen, resource: ImportResource): void => {
  const isTaken = IMPORT_KINDS[resource].types.split(',').includes(mediaTypeOf(chosen.file));
  choose(isTaken ? { ...chosen, resource, choices: {} } : undefined);
};

/** Whether files with the same columns will be read in the same way: as chosen, or as before. */
export const isRemembering = (): boolean => {
  const { chosen, read } = upload.value;
  return chosen?.choices.remember ?? read?.remembered ?? false;
};

/** Changes how the chosen file is read; a new check shows what comes of it. */
export const changeChoices = ({ mapping, ...changed }: Choices): void => {
  const { chosen } = upload.value;
  if (chosen === undefined) return;
  // another preset gives other fields
  const kept = 'preset' in changed ? {} : chosen.choices.mapping;
  choose({ ...chosen, choices: { ...chosen.choices, ...changed, mapping: { ...kept, ...mapping } } });
};

// the next user of the tab must not see what the former one has chosen
effect(() => {
  if (!caller.value) choose(undefined);
});

/** Runs the import of the file without effect, over all its rows, so that every invalid one is found. */
export const checkFile = async (chosen: Chosen): Promise<void> => {
  checking = new AbortController();
  const { signal: aborted } = checking;
  const { read } = upload.value;
  upload.value = { chosen, isBusy: 'check', ...(read === undefined ? {} : { read }) };
  const result = await sent({ ...chosen, onError: 'continue' }, { query: { dry_run: true }, signal: aborted });
  if (aborted.aborted || result === undefined) return;
  upload.value =
    result instanceof ApiError
      ? { chosen, error: result, ...(read === undefined ? {} : { read }) }
      : { chosen, checked: result, read: result.file };
};

/** Imports the file. One that was interrupted continues, if its tab is the same. */
export const importFile = async (chosen: Chosen): Promise<void> => {
  const idempotencyKey = keyOf(chosen);
  upload.value = { ...upload.value, chosen, isBusy: 'import' };
  addEventListener('beforeunload', ask);
  const result = await sent(chosen, { idempotencyKey });
  removeEventListener('beforeunload', ask);
  if (result === undefined || !caller.value) return;
  if (result instanceof ApiError) {
    upload.value = { chosen, error: result };
    return;
  }
  discardDraft(DRAFT);
  upload.value = { ended: result };
  notify(t().imports.ended);
};

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

type Conditions = Readonly<{ query?: object; signal?: AbortSignal; idempotencyKey?: string }>;

/** Undefined for a request that was aborted. */
const sent = async (
  { file, resource, choices: { mapping = {}, ...choices }, onError }: Chosen,
  { query, ...conditions }: Conditions,
): Promise<Import | ApiError | undefined> => {
  const request = {
    method: 'post',
    path: `/api/${resource}/import`,
    query: {
      on_error: onError,
      ...(isRemembering() && { remember: true }),
      ...choices,
      ...mappingQuery(mapping),
      ...query,
    },
    ...conditions,
  } as const;
  try {
    // the browser reads no file that was changed since it was chosen
    await file.slice(0, 1).arrayBuffer();
  } catch {
    return ApiError.inBrowser(t().imports.fileChanged);
  }
  try {
    const { data }: Loaded<Import> = await send({ ...request, body: file.slice(0, file.size, mediaTypeOf(file)) });
    return data;
  } catch (error) {
    if (error instanceof ApiError) return error;
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
};

const mappingQuery = (mapping: NonNullable<Choices['mapping']>) =>
  Object.keys(mapping).length === 0 ? {} : { mapping: JSON.stringify(mapping) };

/** By the name: systems know other types of these files. */
const mediaTypeOf = ({ name }: File): string => {
  if (/\.(?:nd)?jsonl?$/i.test(name)) return 'application/x-ndjson';
  return /\.xml$/i.test(name) ? 'application/xml' : 'text/csv';
};

/** The key of the import that a file began in this tab and that has not ended, or else a new one. */
const keyOf = ({ file: { name, size, lastModified }, resource }: Chosen): string => {
  const file = `${resource} ${name} ${size} ${lastModified}`;
  const stored = readDraft<Readonly<{ file: string; key: string }>>(DRAFT);
  const key = stored?.file === file ? stored.key : crypto.randomUUID();
  keepDraft(DRAFT, { file, key });
  return key;
};

/** Whether this tab has begun an import that has not ended. */
export const hasBegun = (): boolean => readDraft(DRAFT) !== undefined;
