import { useState } from 'preact/hooks';
import { type Loaded, request, type Schemas } from '../../api/request.ts';
import type { Scope } from '../../app/session.ts';
import type { Field } from '../../form/field.ts';
import type { FieldGroup } from '../../form/form-view.tsx';
import { ResourceForm } from '../../form/resource-form.tsx';
import { ScopedButton } from '../../form/scoped-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';

export type User = Schemas['User'];

export const loadUser = (id: string, signal?: AbortSignal): Promise<Loaded<User>> =>
  request('get', '/api/users/{id}', { params: { id }, signal });

type Props = Readonly<{
  loaded: Loaded<User>;
  fields: readonly Field[];
  /** Headings of some of the fields. */
  groups?: readonly FieldGroup[];
  /** What changing such a user needs. */
  scope: Scope;
  onSaved: () => void;
}>;

type FormProps = Props & Readonly<{ draft: string; onCancel?: () => void }>;

/** Changes fields of a user. */
export const UserForm = ({ loaded, draft, ...form }: FormProps) => {
  const { id } = loaded.data;
  return (
    <ResourceForm
      {...form}
      draft={draft}
      loaded={loaded}
      reload={() => loadUser(id)}
      save={(body, { ifMatch, idempotencyKey }) =>
        request('patch', '/api/users/{id}', { params: { id }, body, ifMatch, idempotencyKey })
      }
    />
  );
};

/** A button that opens the form at the side of the page. */
export const UserPanel = ({ title, loaded, onSaved, ...form }: Props & Readonly<{ title: string }>) => {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <ScopedButton label={title} scope={form.scope} onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog title={title} onClose={close} isAtSide>
          <UserForm
            {...form}
            draft={`${title} ${loaded.data.id}`}
            loaded={loaded}
            onSaved={() => {
              close();
              onSaved();
            }}
            onCancel={close}
          />
        </Dialog>
      )}
    </>
  );
};
