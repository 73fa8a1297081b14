import { useState } from 'preact/hooks';
import { request } from '../api/request.ts';
import type { Field } from '../form/field.ts';
import { FormView } from '../form/form-view.tsx';
import { useForm } from '../form/use-form.ts';
import { Button } from '../parts/button.tsx';
import { fill, t } from '../text/text.ts';
import { BASE } from './base.ts';
import { Brand } from './brand.tsx';
import { Notices } from './notices.tsx';
import { caller, signOut } from './session.ts';

type Reason = 'invitation' | 'passwordReset';

/** Where the mails of invitations and of resets lead to; the token is in the query. */
const REASONS: ReadonlyMap<string, Reason> = new Map([
  [`${BASE}/accept-invitation`, 'invitation'],
  [`${BASE}/reset-password`, 'passwordReset'],
]);

/** Why somebody sets a password on this page; undefined for all other pages. */
export const reasonToSet = (path: string): Reason | undefined => REASONS.get(path);

const fields = (): readonly Field[] => [
  { name: 'password', kind: 'new_password', isRequired: true, hint: t().users.passwordHint },
];

type Props = Readonly<{ reason: Reason; onDone: () => void }>;

/** The page on which somebody who was invited, or has forgotten the password, sets one. */
export const SetPassword = ({ reason, onDone }: Props) => {
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
      <p class="brand">
        <Brand />
      </p>
      <h1>{t()[reason].title}</h1>
      {caller.value ? (
        <>
          <p>{fill(t()[reason].signedIn, { email: caller.value.user.email })}</p>
          <Button label={t().app.signOut} class="button primary" onClick={() => void signOut(location.href)} />
        </>
      ) : isDone ? (
        <>
          <p>{t().invitation.done}</p>
          <Button label={t().signIn.submit} class="button primary" onClick={leave} />
        </>
      ) : (
        <FormView form={form} submitLabel={t().invitation.submit} onSubmit={() => void submit()}>
          <p>{t()[reason].explained}</p>
        </FormView>
      )}
      <Notices />
    </main>
  );
};
