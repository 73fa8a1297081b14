import { BASE } from '../app/base.ts';
import { nameOf } from '../app/names.ts';
import { ShortId } from './short-id.tsx';

/** The name or the number of a resource; its id until that is known, and if it has none. */
export const Name = ({ id }: Readonly<{ id: string }>) => {
  const name = nameOf(id);
  if (name === null) return <ShortId id={id} />;
  return name === undefined ? (
    <span class="awaited-name">
      <ShortId id={id} />
    </span>
  ) : (
    <span title={id}>{name}</span>
  );
};

/** The screens of resources by the prefix of their ids. */
const SCREENS: Readonly<Record<string, string>> = {
  usr: 'customers',
  ord: 'orders',
  inv: 'invoices',
  sub: 'subscriptions',
  pay: 'payments',
  wdr: 'withdrawals',
};

/** A link to the screen of a resource, by its name. */
export const ResourceLink = ({ id }: Readonly<{ id: string }>) => (
  <a href={`${BASE}/${SCREENS[id.slice(0, id.indexOf('_'))]}/${id}`}>
    <Name id={id} />
  </a>
);
