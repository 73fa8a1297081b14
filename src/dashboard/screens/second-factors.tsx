import { useState } from 'preact/hooks';
import { request, type Schemas } from '../api/request.ts';
import { useLoaded } from '../app/use-loaded.ts';
import { type Action, ActionButton } from '../form/action-button.tsx';
import { FormView } from '../form/form-view.tsx';
import { useForm } from '../form/use-form.ts';
import { Dialog } from '../parts/dialog.tsx';
import { LoadedList } from '../parts/loaded-list.tsx';
import { Badge, Code, Time } from '../parts/parts.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { fieldLabel, t } from '../text/text.ts';

type Factor = Schemas['SecondFactor'];
type Enrolled = Schemas['EnrolledSecondFactor'];

const enrol = (): Action => ({
  label: t().secondFactors.add,
  isPrimary: true,
  explanation: t().secondFactors.explained,
  fields: [{ name: 'name', kind: 'text', isRequired: true, hint: t().secondFactors.nameHint }],
  run: async (body, idempotencyKey) => {
    const input = { type: 'totp', ...body } as Schemas['SecondFactorInput'];
    return (await request('post', '/api/users/me/second_factors', { body: input, idempotencyKey })).data;
  },
  done: t().secondFactors.added,
});

const remove = ({ id }: Factor): Action => ({
  label: t().common.delete,
  isDanger: true,
  explanation: t().secondFactors.removeExplained,
  run: (body, idempotencyKey) =>
    request('delete', '/api/users/me/second_factors/{id}', { params: { id }, body, idempotencyKey }),
  done: t().common.deleted,
});

/** The authenticator apps of the user. */
export const SecondFactors = () => {
  const state = useLoaded('factors', async (signal) => {
    return (await request('get', '/api/users/me/second_factors', { signal })).data;
  });
  const [enrolled, setEnrolled] = useState<Enrolled | undefined>();
  const [codes, setCodes] = useState<readonly string[] | undefined>();
  return (
    <>
      <LoadedList
        title={t().secondFactors.title}
        state={state}
        keyOf={({ id }) => id}
        empty={t().secondFactors.empty}
        actions={<ActionButton action={enrol()} onDone={(result) => setEnrolled(result as Enrolled)} />}
        columns={[
          { heading: fieldLabel('name'), cell: ({ name }) => name },
          { heading: fieldLabel('status'), cell: ({ status }) => <Badge value={status} /> },
          { heading: fieldLabel('last_used_at'), cell: (factor) => <Time at={factor.last_used_at} /> },
          {
            heading: t().list.actions,
            cell: (factor) => <ActionButton action={remove(factor)} onDone={state.reload} />,
          },
        ]}
      />
      {enrolled && (
        <ConfirmDialog
          factor={enrolled}
          onClose={() => {
            setEnrolled(undefined);
            state.reload();
          }}
          onConfirmed={(recoveryCodes) => {
            setEnrolled(undefined);
            setCodes(recoveryCodes);
            state.reload();
          }}
        />
      )}
      {codes && (
        <SecretDialog
          title={t().secondFactors.recoveryCodes}
          secret={codes.join('\n')}
          onClose={() => setCodes(undefined)}
        >
          <p>{t().secondFactors.recoveryExplained}</p>
        </SecretDialog>
      )}
    </>
  );
};

/** Shows the secret of a new factor, and asks for a code of the app that has it. */
const ConfirmDialog = ({
  factor: { id, name, secret = '', otpauth_url: url },
  onClose,
  onConfirmed,
}: Readonly<{ factor: Enrolled; onClose: () => void; onConfirmed: (codes: readonly string[]) => void }>) => {
  const form = useForm([{ name: 'code', kind: 'text', isRequired: true, label: t().secondFactors.code }]);
  const submit = (): Promise<void> =>
    form.submit(async ({ code }, idempotencyKey) => {
      const options = { params: { id }, body: { code: String(code) }, idempotencyKey };
      const { data } = await request('post', '/api/users/me/second_factors/{id}/confirm', options);
      onConfirmed(data.recovery_codes ?? []);
    });
  return (
    <Dialog title={name} onClose={onClose} isWide>
      <FormView form={form} submitLabel={t().secondFactors.confirm} onSubmit={() => void submit()} onCancel={onClose}>
        <p>{t().secondFactors.enter}</p>
        <p>
          <Code>{secret}</Code>
        </p>
        {url && (
          <p>
            <a href={url}>{t().secondFactors.openApp}</a>
          </p>
        )}
      </FormView>
    </Dialog>
  );
};
