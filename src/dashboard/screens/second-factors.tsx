import { useState } from 'preact/hooks';
import { request, type Schemas } from '../api/request.ts';
import { notifyProblem } from '../app/notices.tsx';
import { createPasskey, hasPasskeys } from '../app/passkeys.ts';
import { isEnrolling, leaveEnrolment } from '../app/session.ts';
import { useResource } from '../app/use-resource.ts';
import { type Action, ActionButton, ActionButtons } from '../form/action-button.tsx';
import { FormView } from '../form/form-view.tsx';
import { deletedText, savedText } from '../form/saved-text.ts';
import { sendFields } from '../form/send-action.ts';
import { useForm } from '../form/use-form.ts';
import { Dialog } from '../parts/dialog.tsx';
import { LoadedList } from '../parts/loaded-list.tsx';
import { RowMenu } from '../parts/menu.tsx';
import { Badge, Code, Time } from '../parts/parts.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { t, valueLabel } from '../text/text.ts';

type Factor = Schemas['SecondFactor'];
type Enrolled = Schemas['EnrolledSecondFactor'];

const PATH = '/api/users/me/second_factors';

const begin = async (type: Factor['type'], body: object, idempotencyKey: string): Promise<Enrolled> => {
  const input = { type, ...body } as Schemas['SecondFactorInput'];
  return (await request('post', PATH, { body: input, idempotencyKey })).data;
};

const confirm = async (
  id: string,
  body: Schemas['SecondFactorCodeInput'],
  idempotencyKey: string,
): Promise<readonly string[]> => {
  const options = { params: { id }, body, idempotencyKey };
  return (await request('post', `${PATH}/{id}/confirm`, options)).data.recovery_codes ?? [];
};

const addApp = (): Action => ({
  label: t().secondFactors.add,
  isPrimary: isEnrolling.value && !hasPasskeys(),
  explanation: t().secondFactors.explained,
  fields: [{ name: 'name', kind: 'text', isRequired: true, hint: t().secondFactors.nameHint }],
  run: (body, idempotencyKey) => begin('totp', body, idempotencyKey),
  done: t().secondFactors.added,
});

/** Both steps at once: the browser makes the passkey in between. */
const addPasskey = (): Action => ({
  label: t().secondFactors.addPasskey,
  isPrimary: isEnrolling.value,
  isAllowed: hasPasskeys(),
  explanation: t().secondFactors.passkeyExplained,
  fields: [{ name: 'name', kind: 'text', isRequired: true, hint: t().secondFactors.passkeyNameHint }],
  run: async (body, idempotencyKey) => {
    const { id, creation_options: options } = await begin('passkey', body, idempotencyKey);
    return options && confirm(id, { passkey: await createPasskey(options) }, idempotencyKey);
  },
  done: t().secondFactors.passkeyAdded,
});

const rename = ({ id, name }: Factor): Action => ({
  label: t().secondFactors.rename,
  fields: [{ name: 'name', kind: 'text', isRequired: true }],
  initial: { name },
  run: sendFields('patch', `${PATH}/{id}`, { params: { id } }),
  done: savedText,
});

const remove = (factor: Factor): Action => ({
  label: t().common.delete,
  isDanger: true,
  explanation: t().secondFactors.removeExplained,
  run: sendFields('delete', `${PATH}/{id}`, { params: { id: factor.id } }),
  done: deletedText(factor),
});

const renewCodes = (factors: readonly Factor[]): Action => ({
  label: t().secondFactors.renew,
  isAllowed: factors.some(({ status }) => status === 'active'),
  explanation: t().secondFactors.renewExplained,
  run: async (body, idempotencyKey) =>
    (await request('post', '/api/users/me/recovery_codes', { body, idempotencyKey })).data.recovery_codes,
  done: t().secondFactors.renewed,
});

/** The authenticator apps and passkeys of the user. */
export const SecondFactors = () => {
  const state = useResource(PATH);
  const [enrolled, setEnrolled] = useState<Enrolled | undefined>();
  const [codes, setCodes] = useState<readonly string[] | undefined>();
  const showCodes = (made: unknown): void => {
    setEnrolled(undefined);
    // only the first factor has codes
    const shown = made as readonly string[];
    if (shown.length > 0) setCodes(shown);
    void state.reload();
  };
  return (
    <>
      <LoadedList
        title={t().secondFactors.title}
        state={state}
        keyOf={({ id }) => id}
        empty={t().secondFactors.empty}
        remark={!hasPasskeys() && <p class="muted">{t().secondFactors.noPasskeys}</p>}
        actions={
          <>
            <ActionButtons actions={[renewCodes(state.data?.data ?? []), addPasskey()]} onDone={showCodes} />
            <ActionButton action={addApp()} onDone={(result) => setEnrolled(result as Enrolled)} />
          </>
        }
        columns={[
          { name: 'name', cell: ({ name }) => name, place: 'title' },
          { name: 'type', cell: ({ type }) => valueLabel(type), place: 'detail' },
          { name: 'status', cell: ({ status }) => <Badge value={status} />, place: 'end' },
          { name: 'last_used_at', cell: (factor) => <Time at={factor.last_used_at} /> },
        ]}
        rowActions={(factor) => (
          <RowMenu name={factor.name}>
            <ActionButtons actions={[rename(factor), remove(factor)]} onDone={state.reload} />
          </RowMenu>
        )}
      />
      {enrolled && (
        <ConfirmDialog
          factor={enrolled}
          onClose={() => {
            setEnrolled(undefined);
            void state.reload();
          }}
          onConfirmed={showCodes}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  );
};

const RecoveryCodes = ({ codes, onClose }: Readonly<{ codes: readonly string[]; onClose: () => void }>) => (
  <SecretDialog
    title={t().secondFactors.recoveryCodes}
    secret={codes.join('\n')}
    onClose={() => {
      onClose();
      // the other screens open only now, after the codes were seen
      if (isEnrolling.value) leaveEnrolment().catch(notifyProblem);
    }}
  >
    <p>{t().secondFactors.recoveryExplained}</p>
  </SecretDialog>
);

/** Shows the secret of a new app, and asks for a code of it. */
const ConfirmDialog = ({
  factor: { id, name, secret = '', otpauth_url: url },
  onClose,
  onConfirmed,
}: Readonly<{ factor: Enrolled; onClose: () => void; onConfirmed: (codes: readonly string[]) => void }>) => {
  const form = useForm([
    { name: 'code', kind: 'text', isRequired: true, label: t().secondFactors.code, autoComplete: 'one-time-code' },
  ]);
  const submit = (): Promise<void> =>
    form.submit(async ({ code }, idempotencyKey) =>
      onConfirmed(await confirm(id, { code: String(code) }, idempotencyKey)),
    );
  return (
    <Dialog title={name} onClose={onClose} isWide>
      <FormView form={form} submitLabel={t().secondFactors.confirm} onSubmit={() => void submit()} onCancel={onClose}>
        <p>{t().secondFactors.scan}</p>
        {url && <QrCode text={url} label={t().secondFactors.qrCode} />}
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
