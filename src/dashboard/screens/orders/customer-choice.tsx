import { request } from '../../api/request.ts';
import { holds } from '../../app/session.ts';
import { Button } from '../../parts/button.tsx';
import type { Found } from '../../parts/combobox.tsx';
import { SearchPicker } from '../../parts/search-picker.tsx';
import { fill, t } from '../../text/text.ts';
import type { Customer } from './quote.ts';

type Props = Readonly<{ customer: Customer | undefined; onChange: (customer: Customer | undefined) => void }>;

/** Chooses the account of the buyer, if there is one. */
export const CustomerChoice = ({ customer, onChange }: Props) => {
  if (!holds('users:read')) return null;
  if (customer === undefined) {
    return <SearchPicker label={t().newOrder.searchCustomer} search={searchCustomers} onPick={onChange} />;
  }
  const name = customer.name ?? customer.email;
  return (
    <p class="line">
      <span class="line-name">
        <strong>{name}</strong> <span class="muted">{customer.email}</span>
      </span>
      <Button
        label=""
        icon="close"
        class="icon-button"
        aria-label={fill(t().order.removeItem, { name })}
        onClick={() => onChange(undefined)}
      />
    </p>
  );
};

const searchCustomers = async (text: string, signal: AbortSignal): Promise<readonly Found<Customer>[]> => {
  const { data } = await request('get', '/api/users', { query: { q: text, limit: 10 }, signal });
  return data.data.map((value) => ({
    id: value.id,
    label: value.name ?? value.email,
    detail: value.email,
    value,
  }));
};
