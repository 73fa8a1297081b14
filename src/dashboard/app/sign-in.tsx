import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { request, type Schemas } from '../api/request.ts';
import { type Field, toBody } from '../form/field.ts';
import { FormView } from '../form/form-view.tsx';
import { type Form, useForm } from '../form/use-form.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { fill, t } from '../text/text.ts';
import { Brand } from './brand.tsx';
import { Notices } from './notices.tsx';
import { caller, lastEmail, signIn, signOut } from './session.ts';

const FIELDS: readonly Field[] = [
  { name: 'email', kind: 'email', isRequired: true, autoComplete: 'username' },
  { name: 'password', kind: 'password', isRequired: true },
];

const submitTo = (form: Form): Promise<void> =>
  form.submit((values) => signIn(toBody(form.fields, values) as Schemas['SignInInput']));

/** The screen of those who are not signed in. */
export const SignIn = () => {
  const form = useForm(FIELDS, { email: lastEmail.value });
  const [isForgotten, setForgotten] = useState(false);
  if (isForgotten) return <ForgottenPassword email={String(form.values['email'])} onBack={() => setForgotten(false)} />;
  return (
    <SignInFrame title={t().signIn.title}>
      <FormView form={form} submitLabel={t().signIn.submit} hasFocus onSubmit={() => void submitTo(form)} />
      <Button label={t().signIn.forgotten} class="link" onClick={() => setForgotten(true)} />
    </SignInFrame>
  );
};

const SignInFrame = ({ title, children }: Readonly<{ title: string; children: ComponentChildren }>) => (
  <main class="sign-in">
    <p class="brand">
      <Brand />
    </p>
    <h1>{title}</h1>
    {children}
    <Notices />
  </main>
);

const EMAIL: readonly Field[] = [{ name: 'email', kind: 'email', isRequired: true, autoComplete: 'username' }];

/** Mails a link with which a forgotten password is set anew. */
const ForgottenPassword = ({ email, onBack }: Readonly<{ email: string; onBack: () => void }>) => {
  const form = useForm(EMAIL, { email });
  const [isRequested, setRequested] = useState(false);
  const submit = (): Promise<void> =>
    form.submit(async (values, idempotencyKey) => {
      const body = toBody(form.fields, values) as Schemas['PasswordResetRequest'];
      await request('post', '/api/auth/password_resets', { body, idempotencyKey });
      setRequested(true);
    });
  return (
    <SignInFrame title={t().passwordReset.title}>
      {isRequested ? (
        <p role="status">{fill(t().passwordReset.requested, { email: String(form.values['email']) })}</p>
      ) : (
        <FormView form={form} submitLabel={t().passwordReset.request} hasFocus onSubmit={() => void submit()}>
          <p>{t().passwordReset.requestExplained}</p>
        </FormView>
      )}
      <Button label={t().passwordReset.back} class="link" onClick={onBack} />
    </SignInFrame>
  );
};

/** Browsers keep the cookie of the session and make keys of requests only in a secure context. */
export const Insecure = () => (
  <SignInFrame title={t().signIn.title}>
    <p class="problem" role="alert">
      {t().signIn.insecure}
    </p>
  </SignInFrame>
);

/** Asks for the password where a session has ended, over the screen: nothing that was typed is lost. */
export const SignInAgain = () => {
  const form = useForm(FIELDS, { email: caller.value?.user.email });
  return (
    <Dialog title={t().signIn.again}>
      <FormView form={form} submitLabel={t().signIn.submit} onSubmit={() => void submitTo(form)}>
        <p>{t().signIn.ended}</p>
      </FormView>
      <Button label={t().signIn.leave} class="link" onClick={() => void signOut()} />
    </Dialog>
  );
};
