import { ApiError } from '../../api/api-error.ts';
import { etagOf, request, type Schemas } from '../../api/request.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { addressFields } from '../../form/address-fields.ts';
import { savedText } from '../../form/saved-text.ts';
import { AddressText } from '../../parts/address-text.tsx';
import { Section } from '../../parts/parts.tsx';
import { t } from '../../text/text.ts';

type User = Schemas['User'];

type Address = User['addresses'][number];

/** What an action does to the addresses, which the API replaces as a whole. */
const actionOn = (
  { id, version }: User,
  change: (address: Address) => readonly Address[],
  action: Pick<Action, 'label' | 'submitLabel' | 'fields' | 'initial' | 'isDanger' | 'explanation'>,
): Action => ({
  ...action,
  scope: 'customers:write',
  run: ({ address, ...confirmation }, idempotencyKey) =>
    request('patch', '/api/users/{id}', {
      params: { id },
      body: { ...confirmation, addresses: [...change(address as Address)] } as Schemas['UserPatch'],
      ifMatch: etagOf(version),
      idempotencyKey,
    }).catch((error: unknown) => {
      throw error instanceof ApiError ? atFields(error) : error;
    }),
  done: savedText,
});

/** The errors of the address, which is one of several for the API, at the fields of the form. */
const atFields = ({ problem }: ApiError): ApiError =>
  new ApiError({
    ...problem,
    ...(problem.errors && {
      errors: problem.errors.map((one) => ({ ...one, pointer: one.pointer?.replace(/^\/addresses\/\d+/, '/address') })),
    }),
  } as ApiError['problem']);

/** The addresses of a customer; the first is that of orders and invoices. */
export const Addresses = ({ user, onChanged }: Readonly<{ user: User; onChanged: () => void }>) => {
  const { addresses } = user;
  const fields = addressFields('address', { isRequired: true });
  const replaced = (index: number, ...others: readonly Address[]) => addresses.toSpliced(index, 1, ...others);
  return (
    <Section
      title={t().users.addresses}
      actions={
        <ActionButton
          action={actionOn(user, (address) => [...addresses, address], { label: t().users.addAddress, fields })}
          onDone={onChanged}
        />
      }
    >
      {addresses.length === 0 && <p class="muted">{t().users.noAddresses}</p>}
      <ul class="addresses">
        {addresses.map((address, index) => (
          <li key={`${index} ${JSON.stringify(address)}`}>
            <AddressText address={address} />
            <div class="buttons">
              <ActionButton
                action={actionOn(user, (changed) => replaced(index, changed), {
                  label: t().common.edit,
                  submitLabel: t().common.save,
                  fields,
                  initial: { address },
                })}
                onDone={onChanged}
              />
              <ActionButton
                action={actionOn(user, () => replaced(index), {
                  label: t().common.delete,
                  isDanger: true,
                  explanation: <AddressText address={address} />,
                })}
                onDone={onChanged}
              />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
};
