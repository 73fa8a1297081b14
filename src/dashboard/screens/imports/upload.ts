import { computed, effect, signal } from '@preact/signals';
import { ApiError } from '../../api/api-error.ts';
import { type Loaded, type Schemas, send } from '../../api/request.ts';
import { notify } from '../../app/notices.tsx';
import { caller } from '../../app/session.ts';
import { discardDraft, keepDraft, readDraft } from '../../form/drafts.ts';
import { t } from '../../text/text.ts';

export type Import = Schemas['Import'];

/** A file, and what happens at an invalid row. */
type Chosen = Readonly<{ file: File; onError: Import['on_error'] }>;

/** What happens to the chosen file. It outlives the screen, so that others can be used while the file is sent. */
export type Upload = Readonly<{
  chosen?: Chosen;
  isBusy?: 'check' | 'import';
  /** What a dry run has found. */
  checked?: Import;
  ended?: Import;
  error?: ApiError;
}>;

const PATH = '/api/products/import';

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
  upload.value = chosen === undefined ? {} : { chosen };
};

// the next user of the tab must not see what the former one has chosen
effect(() => {
  if (!caller.value) choose(undefined);
});

/** Runs the import of the file without effect. */
export const checkFile = async (chosen: Chosen): Promise<void> => {
  checking = new AbortController();
  const { signal: aborted } = checking;
  upload.value = { chosen, isBusy: 'check' };
  const result = await sent(chosen, { query: { dry_run: true }, signal: aborted });
  if (aborted.aborted || result === undefined) return;
  upload.value = result instanceof ApiError ? { chosen, error: result } : { chosen, checked: result };
};

/** Imports the file. One that was interrupted continues, if its tab is the same. */
export const importFile = async (chosen: Chosen): Promise<void> => {
  const idempotencyKey = keyOf(chosen.file);
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
  { file, onError }: Chosen,
  { query, ...conditions }: Conditions,
): Promise<Import | ApiError | undefined> => {
  const request = { method: 'post', path: PATH, query: { on_error: onError, ...query }, ...conditions } as const;
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

/** By the name: systems know other types of these files. */
const mediaTypeOf = ({ name }: File): string => (/\.(?:nd)?jsonl?$/i.test(name) ? 'application/x-ndjson' : 'text/csv');

/** The key of the import that a file began in this tab and that has not ended, or else a new one. */
const keyOf = ({ name, size, lastModified }: File): string => {
  const file = `${name} ${size} ${lastModified}`;
  const stored = readDraft<Readonly<{ file: string; key: string }>>(DRAFT);
  const key = stored?.file === file ? stored.key : crypto.randomUUID();
  keepDraft(DRAFT, { file, key });
  return key;
};

/** Whether this tab has begun an import that has not ended. */
export const hasBegun = (): boolean => readDraft(DRAFT) !== undefined;
