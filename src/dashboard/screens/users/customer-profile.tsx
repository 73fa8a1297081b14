import type { Loaded } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import type { Field } from '../../form/field.ts';
import { Metadata } from '../../parts/metadata.tsx';
import { Facts, Section, Time } from '../../parts/parts.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { t, valueLabel } from '../../text/text.ts';
import { profileFields } from './user-fields.ts';
import { type User, UserPanel } from './user-form.tsx';

type Props = Readonly<{ loaded: Loaded<User>; reload: () => void }>;

const SCOPE = 'customers:write';

const noteFields = (): readonly Field[] => [
  { name: 'tags', kind: 'chips', hint: t().customers.tagsHint },
  { name: 'note', kind: 'long_text', hint: t().customers.noteHint },
];

/** What the staff notes of a customer. */
export const CustomerNote = ({ loaded, reload }: Props) => {
  const { tags = [], note } = loaded.data;
  return (
    <Section
      title={t().customers.note}
      actions={
        <UserPanel
          title={t().customers.editNote}
          loaded={loaded}
          fields={noteFields()}
          scope={SCOPE}
          onSaved={reload}
        />
      }
    >
      {tags.length > 0 && (
        <ul class="chips">
          {tags.map((tag) => (
            <li key={tag}>
              <a class="chip" href={`${BASE}/customers?tag=${encodeURIComponent(tag)}`}>
                {tag}
              </a>
            </li>
          ))}
        </ul>
      )}
      {note ? <p class="note">{note}</p> : <p class="muted">{t().order.noNote}</p>}
    </Section>
  );
};

const customerFields = (): readonly Field[] => [
  ...profileFields(),
  { name: 'tax_id', kind: 'text' },
  { name: 'tax_id_confirmed', kind: 'flag' },
  { name: 'trusted', kind: 'flag' },
];

/** Who a customer is. */
export const Profile = ({ loaded, reload }: Props) => {
  const user = loaded.data;
  return (
    <Section
      title={t().customers.profile}
      actions={
        <UserPanel
          title={t().customers.editProfile}
          loaded={loaded}
          fields={customerFields()}
          scope={SCOPE}
          onSaved={reload}
        />
      }
    >
      <Facts
        facts={[
          ['email', user.email],
          ['email_verified', valueLabel(String(user.email_verified))],
          user.pending_email !== null && ['pending_email', user.pending_email],
          user.phone !== null && ['phone', user.phone],
          user.tax_id !== null && ['tax_id', user.tax_id],
          user.tax_id !== null && ['tax_id_confirmed', valueLabel(String(user.tax_id_confirmed))],
          user.trusted && ['trusted', valueLabel('true')],
          Object.keys(user.metadata).length > 0 && ['metadata', <Metadata key="metadata" values={user.metadata} />],
          ['created_at', <Time key="created" at={user.created_at} />],
          ['id', <CopiedId key="id" id={user.id} />],
        ]}
      />
    </Section>
  );
};
