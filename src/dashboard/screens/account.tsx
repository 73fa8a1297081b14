import { ApiError } from '../api/api-error.ts';
import { request, type Schemas } from '../api/request.ts';
import { BASE } from '../app/base.ts';
import { notify } from '../app/notices.tsx';
import { caller, holds, lastEmail, loadCaller, signIn } from '../app/session.ts';
import { ActionButton } from '../form/action-button.tsx';
import { type Field, toBody } from '../form/field.ts';
import { FormView } from '../form/form-view.tsx';
import { useForm } from '../form/use-form.ts';
import { ResourceList } from '../list/resource-list.tsx';
import { Badge, Section, Time } from '../parts/parts.tsx';
import { t } from '../text/text.ts';
import { Device } from './device.tsx';
import { SecondFactors } from './second-factors.tsx';

const passwordFields = (): readonly Field[] => [
  { name: 'current_password', kind: 'password', isRequired: true },
  {
    name: 'password',
    kind: 'new_password',
    isRequired: true,
    label: t().account.newPassword,
    hint: t().users.passwordHint,
  },
];

/** The user's own password, second factors and sessions. */
export const Account = () => (
  <>
    <article class="screen">
      <h1>{t().navigation.account}</h1>
      <p class="muted">
        {caller.value?.user.email}
        {holds('keys:read') && (
          <>
            {' · '}
            <a href={`${BASE}/keys`}>{t().navigation.keys}</a>
          </>
        )}
      </p>
      <PasswordForm />
      <SecondFactors />
    </article>
    <ResourceList
      path="/api/auth/sessions"
      title={t().account.sessions}
      isPart
      columns={[
        {
          name: 'user_agent',
          place: 'title',
          cell: ({ user_agent: agent }) => <Device agent={agent} />,
        },
        { name: 'ip', cell: ({ ip }) => ip, place: 'detail' },
        { name: 'created_at', cell: (session) => <Time at={session.created_at} isRelative />, place: 'detail' },
        { name: 'expires_at', cell: (session) => <Time at={session.expires_at} /> },
        { name: 'status', cell: ({ current }) => current && <Badge value="current" />, place: 'end' },
      ]}
      // the current session is always listed
      empty=""
      rowActions={({ id, current }, reload) =>
        !current && (
          <ActionButton
            action={{
              label: t().account.endSession,
              isDanger: true,
              explanation: t().account.endExplained,
              run: () => request('delete', '/api/auth/sessions/{id}', { params: { id } }),
              done: t().account.ended,
            }}
            onDone={reload}
          />
        )
      }
    />
  </>
);

/** The change has ended all sessions: this page gets a new one, or asks for the second factor. */
const signInAnew = async (password: string): Promise<void> => {
  try {
    await signIn({ email: lastEmail.value, password });
    notify(t().account.passwordChanged);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify(t().account.signInAnew);
    await loadCaller();
  }
};

const PasswordForm = () => {
  const form = useForm(passwordFields());
  const submit = (): Promise<void> =>
    form.submit(async (values, idempotencyKey) => {
      const body = toBody(form.fields, values) as Schemas['SelfPatch'];
      await request('patch', '/api/users/me', { body, idempotencyKey });
      // `useForm` adds `otp` when the API asks for it
      form.replace({ password: '', current_password: '', otp: '' });
      await signInAnew(String(values['password']));
    });
  return (
    <Section title={t().fields.password}>
      <FormView form={form} submitLabel={t().account.changePassword} onSubmit={() => void submit()} />
    </Section>
  );
};
