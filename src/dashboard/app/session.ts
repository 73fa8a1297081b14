import { computed, signal } from '@preact/signals';
import { ApiError } from '../api/api-error.ts';
import { type Loaded, type Schemas, send, whenEnrolmentIsRequired, whenSignedOut } from '../api/request.ts';
import { discardDrafts } from '../form/drafts.ts';
import { whenIdle } from './idle.ts';

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

/** Whether the user must add a second factor before anything else. */
export const mustEnrol = computed(() => caller.value?.second_factor_enrolment_required === true);

whenEnrolmentIsRequired(() => {
  if (caller.value) caller.value = { ...caller.value, second_factor_enrolment_required: true };
});

/** Finds out who is signed in. @throws ApiError if the service cannot be reached. */
export const loadCaller = async (): Promise<void> => {
  const { data }: Loaded<Caller | undefined> = await send({ method: 'get', path: SESSION });
  caller.value = data ?? null;
  isInterrupted.value = false;
};

/** Signs in; the browser keeps the token in a cookie that no script reads. @throws ApiError if it is refused. */
export const signIn = async (credentials: Schemas['SignInInput']): Promise<void> => {
  const former = caller.value?.user.id;
  await send({ method: 'post', path: SESSION, body: credentials });
  await loadCaller();
  // another user must not see what the former one had loaded
  if (former !== undefined && former !== caller.value?.user.id) location.reload();
};

/** Ends the session, but keeps the page with what was typed. */
const interrupt = async (): Promise<void> => {
  if (!caller.value || isInterrupted.value) return;
  isInterrupted.value = true;
  await endSession();
};

const endSession = (): Promise<unknown> =>
  send({ method: 'delete', path: SESSION }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || !error.isSignedOut) throw error;
  });

/** Ends sessions of users who do nothing, and notices at the return to the tab that a session has ended elsewhere. */
export const watchSession = (): void => {
  whenIdle(() => void interrupt());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && caller.value) void checkSession();
  });
};

const checkSession = async (): Promise<void> => {
  try {
    const { data } = await send<Caller | undefined>({ method: 'get', path: SESSION });
    if (data === undefined) isInterrupted.value = true;
  } catch (error) {
    // an unreachable service says nothing about the session
    if (!(error instanceof ApiError)) throw error;
  }
};

export const signOut = async (): Promise<void> => {
  await endSession();
  discardDrafts();
  isInterrupted.value = false;
  caller.value = null;
};
