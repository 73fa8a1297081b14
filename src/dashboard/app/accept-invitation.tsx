import { useState } from 'preact/hooks';
import { request } from '../api/request.ts';
import type { Field } from '../form/field.ts';
import { FormView } from '../form/form-view.tsx';
import { useForm } from '../form/use-form.ts';
import { Button } from '../parts/button.tsx';
import { fill, t } from '../text/text.ts';
import { BASE } from './base.ts';
import { Notices } from './notices.tsx';
import { caller, signOut } from './session.ts';

/** Where the mails of invitations lead to; the token is in the query. */
export const INVITATION_PATH = `${BASE}/accept-invitation`;

const fields = (): readonly Field[] => [
  { name: 'password', kind: 'new_password', isRequired: true, hint: t().users.passwordHint },
];

/** The page on which somebody who was invited sets a password. */
export const AcceptInvitation = ({ onDone }: Readonly<{ onDone: () => void }>) => {
  const [isDone, setDone] = useState(false);
  const form = useForm(fields());
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const submit = (): Promise<void> =>
    form.submit(async ({ password }, idempotencyKey) => {
      const body = { token, password: String(password) };
      await request('post', '/api/auth/password_resets/confirm', { body, idempotencyKey });
      setDone(true);
    });
  const leave = (): void => {
    // the token must not stay in the history
    history.replaceState(null, '', BASE);
    onDone();
  };
  return (
    <main class="sign-in">
      <h1>{t().invitation.title}</h1>
      {caller.value ? (
        <>
          <p>{fill(t().invitation.signedIn, { email: caller.value.user.email })}</p>
          <Button label={t().app.signOut} class="button primary" onClick={() => void signOut(location.href)} />
        </>
      ) : isDone ? (
        <>
          <p>{t().invitation.done}</p>
          <Button label={t().signIn.submit} class="button primary" onClick={leave} />
        </>
      ) : (
        <FormView form={form} submitLabel={t().invitation.submit} onSubmit={() => void submit()}>
          <p>{t().invitation.explained}</p>
        </FormView>
      )}
      <Notices />
    </main>
  );
};
