import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from './api/api-error.ts';
import { BASE } from './app/base.ts';
import { followFocus } from './app/follow-focus.ts';
import { followHeading } from './app/page-title.ts';
import { caller, loadCaller, watchSession } from './app/session.ts';
import { reasonToSet, SetPassword } from './app/set-password.tsx';
import { Shell } from './app/shell.tsx';
import { Insecure, SignIn } from './app/sign-in.tsx';
import { applyTheme } from './app/theme.ts';
import { ProblemNotice } from './parts/problem-notice.tsx';
import { applyLanguage, preferredLanguage } from './text/choose-language.ts';
import './style/style.css';

const App = () => {
  const [error, setError] = useState<ApiError | undefined>();
  const [reason, setReason] = useState(reasonToSet(location.pathname));
  const load = (): void => {
    setError(undefined);
    loadCaller().catch((reason: unknown) => {
      if (!(reason instanceof ApiError)) throw reason;
      setError(reason);
    });
  };
  useEffect(load, []);
  if (error) {
    return (
      <main class="sign-in">
        <ProblemNotice error={error} retry={load} />
      </main>
    );
  }
  if (caller.value === undefined) return null;
  if (reason !== undefined) return <SetPassword reason={reason} onDone={() => setReason(undefined)} />;
  return caller.value === null ? <SignIn /> : <Shell />;
};

/** Whether the router can read the address. */
const isReadable = (): boolean => {
  try {
    decodeURIComponent(location.pathname);
    return true;
  } catch {
    return false;
  }
};

if (!isReadable()) history.replaceState(null, '', `${BASE}/not-found`);
applyTheme();
if (isSecureContext) watchSession();
// a service that is upgraded may have other files
await applyLanguage(preferredLanguage()).catch(() => applyLanguage('en'));
const element = document.getElementById('app');
if (element !== null) {
  followHeading(element);
  followFocus(element);
  render(isSecureContext ? <App /> : <Insecure />, element);
}
