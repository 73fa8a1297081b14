import { useState } from 'preact/hooks';
import { request } from '../../api/request.ts';
import type { Field } from '../../form/field.ts';
import { ResourceForm } from '../../form/resource-form.tsx';
import { ScopedButton } from '../../form/scoped-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Section } from '../../parts/parts.tsx';
import { fieldLabel, t } from '../../text/text.ts';
import type { OrderData } from './order-data.ts';

type Props = Readonly<{ data: OrderData; reload: () => void }>;

/** What the staff notes on an order, which the buyer does not see. */
export const OrderNote = ({ data, reload }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const { note } = data.order;
  return (
    <Section
      title={fieldLabel('note')}
      actions={<ScopedButton label={t().order.editNote} scope="orders:write" onClick={() => setOpen(true)} />}
    >
      {note ? <p class="note">{note}</p> : <p class="muted">{t().order.noNote}</p>}
      {isOpen && <NoteDialog data={data} reload={reload} onClose={() => setOpen(false)} />}
    </Section>
  );
};

const NoteDialog = ({ data: { order, etag }, reload, onClose }: Props & Readonly<{ onClose: () => void }>) => {
  const [fields] = useState<readonly Field[]>(() => [
    { name: 'note', kind: 'long_text', hint: t().order.noteExplained },
  ]);
  const params = { id: order.id };
  return (
    <Dialog title={t().order.editNote} onClose={onClose}>
      <ResourceForm
        draft={`note ${order.id}`}
        fields={fields}
        loaded={{ data: order, etag }}
        scope="orders:write"
        reload={() => request('get', '/api/orders/{id}', { params })}
        save={(body, options) => request('patch', '/api/orders/{id}', { params, body, ...options })}
        onSaved={() => {
          onClose();
          reload();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
};
