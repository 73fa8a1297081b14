import type { Schemas } from '../api/request.ts';
import { type Field, toBody } from '../form/field.ts';
import { FormView } from '../form/form-view.tsx';
import { type Form, useForm } from '../form/use-form.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { t } from '../text/text.ts';
import { caller, signIn, signOut } from './session.ts';

const FIELDS: readonly Field[] = [
  { name: 'email', kind: 'email', isRequired: true, autoComplete: 'username' },
  { name: 'password', kind: 'password', isRequired: true },
];

const submitTo = (form: Form): Promise<void> =>
  form.submit((values) => signIn(toBody(form.fields, values) as Schemas['SignInInput']));

/** The screen of those who are not signed in. */
export const SignIn = () => {
  const form = useForm(FIELDS);
  return (
    <main class="sign-in">
      <h1>{t().signIn.title}</h1>
      <FormView form={form} submitLabel={t().signIn.submit} onSubmit={() => void submitTo(form)} />
    </main>
  );
};

/** Browsers keep the cookie of the session and make keys of requests only in a secure context. */
export const Insecure = () => (
  <main class="sign-in">
    <h1>{t().signIn.title}</h1>
    <p class="problem" role="alert">
      {t().signIn.insecure}
    </p>
  </main>
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
