import { ErrorBoundary } from 'preact-iso';
import { Button } from '../parts/button.tsx';
import { t } from '../text/text.ts';
import { lazyScreen } from './lazy-screen.tsx';
import { notify, notifyProblem } from './notices.tsx';
import { caller, leaveEnrolment, mustEnrol, signOut } from './session.ts';

const SecondFactors = lazyScreen(async () => (await import('../screens/second-factors.tsx')).SecondFactors);

/** The only screen of a user whose role needs a second factor, until there is one. */
export const Enrolment = () => (
  <main class="sign-in wide">
    <h1>{t().enrolment.title}</h1>
    <p>{t().enrolment.explained}</p>
    <ErrorBoundary onError={() => notify(t().errors.unexpected)}>
      <SecondFactors />
    </ErrorBoundary>
    <p class="muted">{caller.value?.user.email}</p>
    <div class="buttons">
      {!mustEnrol.value && (
        <Button
          label={t().enrolment.leave}
          class="button primary"
          onClick={() => leaveEnrolment().catch(notifyProblem)}
        />
      )}
      <Button label={t().app.signOut} onClick={() => void signOut()} />
    </div>
  </main>
);
