import { etagOf, request, type Schemas } from '../../api/request.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { savedText } from '../../form/saved-text.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { RowMenu } from '../../parts/menu.tsx';
import { Badge, Section, Time } from '../../parts/parts.tsx';
import { fill, t, valueLabel } from '../../text/text.ts';

type User = Schemas['User'];

const PURPOSES = ['email_marketing', 'sms_marketing'] as const;

type Purpose = (typeof PURPOSES)[number];

/** Records that the customer has said so to the staff. */
const record = ({ id, version }: User, purpose: Purpose, granted: boolean): Action => ({
  label: granted ? t().customers.recordConsent : t().customers.recordWithdrawal,
  scope: 'customers:write',
  explanation: fill(granted ? t().customers.consentExplained : t().customers.withdrawalExplained, {
    purpose: valueLabel(purpose),
  }),
  fields: [
    {
      name: `consents.${purpose}.source`,
      kind: 'text',
      label: t().fields.source,
      hint: t().customers.sourceHint,
      isRequired: true,
    },
  ],
  run: (fields, idempotencyKey) => {
    const { consents = {}, ...others } = fields as Schemas['UserPatch'];
    const body = { ...others, consents: { [purpose]: { ...consents?.[purpose], granted } } };
    return request('patch', '/api/users/{id}', { params: { id }, body, ifMatch: etagOf(version), idempotencyKey });
  },
  done: savedText,
});

/** What a customer agrees to be told, since when and where they said so. */
export const ConsentsOf = ({ user, onChanged }: Readonly<{ user: User; onChanged: () => void }>) => {
  const { consents } = user;
  return (
    <Section title={t().fields.consents}>
      <DataTable
        label={t().fields.consents}
        rows={PURPOSES.map((purpose) => ({ purpose, consent: consents[purpose] }))}
        keyOf={({ purpose }) => purpose}
        columns={[
          { name: 'purpose', cell: ({ purpose }) => valueLabel(purpose), place: 'title' },
          { name: 'status', cell: ({ consent }) => <Badge value={stateOf(consent)} />, place: 'end' },
          { name: 'at', cell: ({ consent }) => consent && <Time at={consent.at} />, place: 'detail' },
          { name: 'source', cell: ({ consent }) => consent && sourceText(consent.source), place: 'detail' },
        ]}
        rowActions={({ purpose, consent }) => (
          <RowMenu name={valueLabel(purpose)}>
            {[true, false]
              .filter((granted) => granted !== consent?.granted)
              .map((granted) => (
                <ActionButton key={String(granted)} action={record(user, purpose, granted)} onDone={onChanged} />
              ))}
          </RowMenu>
        )}
      />
    </Section>
  );
};

const stateOf = (consent: User['consents'][Purpose]): string => {
  if (consent === null) return 'never_asked';
  return consent.granted ? 'granted' : 'not_granted';
};

/** The sources that the API names itself have labels. */
const sourceText = (source: string): string =>
  source === 'account' || source === 'staff' ? t().customers.sources[source] : source;
