import { computed, effect, signal } from '@preact/signals';
import { ApiError } from '../api/api-error.ts';
import { type Loaded, type Schemas, send, whenEnrolmentIsRequired, whenSignedOut } from '../api/request.ts';
import { discardDrafts } from '../form/drafts.ts';
import { BASE } from './base.ts';
import { followEventStream } from './event-stream.ts';
import { watchUse } from './idle.ts';
import { notifyProblem } from './notices.tsx';

type Caller = Schemas['Caller'];

/** A permission, such as `orders:read`. */
export type Scope = Caller['scopes'][number];

const SESSION = '/dashboard/session';

/** Tells the other tabs that somebody has signed in. */
const otherTabs = new BroadcastChannel(SESSION);

/** Who is signed in; null for nobody, undefined until it is known and while the page is loaded anew. */
export const caller = signal<Caller | null | undefined>(undefined);

/** The e-mail of who was signed in last on this page, to sign in with it again. */
export const lastEmail = signal('');

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

/** Whether the enrolment is shown. The user leaves it, after the recovery codes were seen. */
export const isEnrolling = signal(false);

effect(() => {
  if (mustEnrol.value) isEnrolling.value = true;
});

/** Goes on to the screens. @throws ApiError */
export const leaveEnrolment = async (): Promise<void> => {
  await loadCaller();
  isEnrolling.value = mustEnrol.value;
};

whenEnrolmentIsRequired(() => {
  if (caller.value) caller.value = { ...caller.value, second_factor_enrolment_required: true };
});

/** Whether the session of an idle user has still to be ended: the service could not be reached. */
let mustEnd = false;

/** Finds out who is signed in. @throws ApiError if the service cannot be reached. */
export const loadCaller = async (): Promise<void> => {
  const { data }: Loaded<Caller | undefined> = await send({ method: 'get', path: SESSION });
  if (data === undefined) caller.value = null;
  else adopt(data);
  isInterrupted.value = false;
};

const adopt = (current: Caller): void => {
  if (caller.value && caller.value.user.id !== current.user.id) {
    startOver(BASE);
    return;
  }
  caller.value = current;
  lastEmail.value = current.user.email;
};

/** Loads the page anew: the next user must not see what the former one has loaded or typed. */
const startOver = (address: string): void => {
  discardDrafts();
  // nothing is shown meanwhile: forms would ask before they are left, and lose what is typed
  caller.value = undefined;
  // an import that runs asks too, and its user may stay
  const showSignIn = ({ defaultPrevented }: Event): void => {
    if (defaultPrevented) caller.value = null;
  };
  addEventListener('beforeunload', showSignIn, { once: true });
  // without a fragment: the browser loads nothing where only that differs
  setTimeout(() => location.replace(address.replace(/#.*/, '')));
};

/** Signs in; the browser keeps the token in a cookie that no script reads. @throws ApiError if it is refused. */
export const signIn = async (credentials: Schemas['SignInInput']): Promise<void> => {
  await send({ method: 'post', path: SESSION, body: credentials });
  mustEnd = false;
  otherTabs.postMessage('signed in');
  await loadCaller();
};

/** Ends the session, but keeps the page with what was typed. */
const interrupt = async (): Promise<void> => {
  if (!caller.value || (isInterrupted.value && !mustEnd)) return;
  isInterrupted.value = true;
  mustEnd = true;
  try {
    await endSession();
    mustEnd = false;
  } catch (error) {
    // the next check tries again
    if (!(error instanceof ApiError)) throw error;
  }
};

const endSession = (): Promise<unknown> =>
  send({ method: 'delete', path: SESSION }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || !error.isSignedOut) throw error;
  });

const isActive = computed(() => Boolean(caller.value) && !isInterrupted.value);

/** Ends the sessions of users who do nothing, and notices when a session ends elsewhere or its scopes change. */
export const watchSession = (): void => {
  watchUse({ onUse: () => void checkSession(), onIdle: () => void interrupt() });
  effect(() =>
    isActive.value
      ? followEventStream<Caller>('/api/auth/stream', {
          receive: adopt,
          onInterruption: () => void checkSession(),
        })
      : undefined,
  );
  otherTabs.onmessage = () => {
    // the new session is not the one that was to end
    mustEnd = false;
    void checkSession();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void checkSession();
  });
};

const checkSession = async (): Promise<void> => {
  if (mustEnd) return interrupt();
  try {
    const { data } = await send<Caller | undefined>({ method: 'get', path: SESSION });
    // another tab may have signed in
    if (!caller.value && data === undefined) return;
    isInterrupted.value = data === undefined;
    if (data !== undefined) adopt(data);
  } catch (error) {
    // an unreachable service says nothing about the session
    if (!(error instanceof ApiError)) throw error;
  }
};

/** Signs out, and loads another page of the dashboard. */
export const signOut = async (address = BASE): Promise<void> => {
  try {
    await endSession();
    isInterrupted.value = false;
    startOver(address);
  } catch (error) {
    notifyProblem(error);
  }
};
