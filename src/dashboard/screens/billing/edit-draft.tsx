import { useState } from 'preact/hooks';
import { type Loaded, request, type Schemas } from '../../api/request.ts';
import { addressFields, removeClearedAddresses } from '../../form/address-fields.ts';
import type { Field } from '../../form/field.ts';
import { linesField } from '../../form/invoice-line.ts';
import { ResourceForm } from '../../form/resource-form.tsx';
import { currencyField } from '../../form/rule-fields.ts';
import { ScopedButton } from '../../form/scoped-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { fieldLabel, t } from '../../text/text.ts';

type Invoice = Schemas['Invoice'];

const fieldsOf = (): readonly Field[] => [
  linesField(),
  { name: 'due_at', kind: 'time', hint: t().invoices.dueHint },
  { ...currencyField(), hint: '' },
  { name: 'email', kind: 'email' },
  { name: 'tax_id', kind: 'text' },
  { name: 'footer', kind: 'long_text' },
  { name: 'metadata', kind: 'map' },
];

const ADDRESS = 'billing_address';

/** The draft with the lines that a patch takes. */
const loadedOf = (invoice: Invoice): Loaded<object> => ({
  data: { ...invoice, lines: invoice.draft_lines },
  etag: `"${invoice.version}"`,
});

type Props = Readonly<{ invoice: Invoice; onSaved: () => void }>;

/** Edits a draft; one of an order or a subscription has lines that do not change. */
export const EditDraft = ({ invoice, onSaved }: Props) => {
  const [isOpen, setOpen] = useState(false);
  if (!invoice.actions.includes('update') || invoice.draft_lines === null) return null;
  return (
    <>
      <ScopedButton label={t().invoices.editDraft} scope="invoices:write" onClick={() => setOpen(true)} />
      {isOpen && <EditDialog invoice={invoice} onSaved={onSaved} onClose={() => setOpen(false)} />}
    </>
  );
};

const EditDialog = ({ invoice, onSaved, onClose }: Props & Readonly<{ onClose: () => void }>) => {
  const { id } = invoice;
  const groups = [{ title: fieldLabel(ADDRESS), fields: addressFields(ADDRESS) }];
  const [fields] = useState(() => [...fieldsOf(), ...addressFields(ADDRESS)]);
  return (
    <Dialog title={t().invoices.editDraft} onClose={onClose} isWide>
      <ResourceForm
        draft={id}
        fields={fields}
        groups={groups}
        loaded={loadedOf(invoice)}
        scope="invoices:write"
        reload={async () => loadedOf((await request('get', '/api/invoices/{id}', { params: { id } })).data)}
        save={(body, options) =>
          request('patch', '/api/invoices/{id}', {
            params: { id },
            body: removeClearedAddresses(body, invoice, [ADDRESS]),
            ...options,
          })
        }
        onSaved={() => {
          onClose();
          onSaved();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
};
