import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { fieldLabel, fill, t, valueLabel } from '../../text/text.ts';
import { PRODUCT_STATUSES } from './product-fields.ts';
import type { VariantRow } from './variant-rows.ts';

const FIELDS = ['price', 'stock', 'status'] as const;

type Props = Readonly<{ count: number; onApply: (changes: Partial<VariantRow>) => void }>;

/** Sets a price, a stock or a status for the selected variants. */
export const BulkValues = ({ count, onApply }: Props) => {
  const [field, setField] = useState<(typeof FIELDS)[number]>('price');
  const [value, setValue] = useState('');
  const apply = (): void => onApply({ [field]: value });
  return (
    <div class="bulk" role="toolbar" aria-label={t().productPage.setFor}>
      <span>{fill(t().list.selected, { count })}</span>
      <select
        aria-label={t().productPage.setFor}
        value={field}
        onChange={({ currentTarget }) => {
          setField(currentTarget.value as (typeof FIELDS)[number]);
          setValue('');
        }}
      >
        {FIELDS.map((each) => (
          <option key={each} value={each}>
            {fieldLabel(each)}
          </option>
        ))}
      </select>
      {field === 'status' ? (
        <select
          aria-label={t().productPage.setValue}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        >
          <option value="">{t().products.fromParent}</option>
          {PRODUCT_STATUSES.map((each) => (
            <option key={each} value={each}>
              {valueLabel(each)}
            </option>
          ))}
        </select>
      ) : (
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-label={t().productPage.setValue}
          value={value}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            apply();
          }}
        />
      )}
      <Button label={t().productPage.apply} onClick={apply} />
    </div>
  );
};
