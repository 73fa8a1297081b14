import { computed, signal } from '@preact/signals';
import { ApiError } from '../api/api-error.ts';
import { type Loaded, type Schemas, send, whenSignedOut } from '../api/request.ts';
import { discardDrafts } from '../form/drafts.ts';

type Caller = Schemas['Caller'];

/** A permission, such as `orders:read`. */
export type Scope = Caller['scopes'][number];

const SESSION = '/dashboard/session';

/** Who is signed in; null for nobody, undefined until it is known. */
export const caller = signal<Caller | null | undefined>(undefined);

/** Whether the session ended while the dashboard was in use: what was typed stays on the page. */
export const isInterrupted = signal(false);

const scopes = computed(() => new Set<string>(caller.value?.scopes ?? []));

/** Whether the user holds a scope. Buttons follow it; the API checks it. */
export const holds = (scope: Scope): boolean => scopes.value.has('*') || scopes.value.has(scope);

whenSignedOut(() => {
  if (caller.value) isInterrupted.value = true;
});

/** Finds out who is signed in. @throws ApiError if the service cannot be reached. */
export const loadCaller = async (): Promise<void> => {
  const { data }: Loaded<Caller | undefined> = await send({ method: 'get', path: SESSION });
  caller.value = data ?? null;
  isInterrupted.value = false;
};

/** Signs in; the browser keeps the token in a cookie that no script reads. @throws ApiError if it is refused. */
export const signIn = async (credentials: Readonly<{ email: string; password: string }>): Promise<void> => {
  const former = caller.value?.user.id;
  await send({ method: 'post', path: SESSION, body: credentials });
  await loadCaller();
  // another user must not see what the former one had loaded
  if (former !== undefined && former !== caller.value?.user.id) location.reload();
};

export const signOut = async (): Promise<void> => {
  await send({ method: 'delete', path: SESSION }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || !error.isSignedOut) throw error;
  });
  discardDrafts();
  isInterrupted.value = false;
  caller.value = null;
};
