import { useId } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { money } from '../../text/format.ts';
import { fieldLabel, fill, t } from '../../text/text.ts';
import { isAdded, type OrderLine, priceText, setPriceOf } from './order-line.ts';

type Props = Readonly<{
  line: OrderLine;
  /** What one and all cost. */
  cost: string | undefined;
  /** That of the price, as far as it is known. */
  currency: string | undefined;
  isPriceable: boolean;
  error: string | undefined;
  onChange: (changes: Partial<OrderLine>) => void;
  onRemove: () => void;
}>;

/** What is ordered of something: its name, its price and its quantity. */
export const LineInput = ({ line, cost, currency, isPriceable, error, onChange, onRemove }: Props) => {
  const id = useId();
  const label = line.name.trim() === '' ? t().order.customItem : line.name;
  const shared = { type: 'text', 'aria-invalid': error !== undefined, 'aria-describedby': id } as const;
  const nameOf = (field: string): string => `${fieldLabel(field)}: ${label}`;
  return (
    <li class="line">
      <Thumbnail url={line.image} />
      <span class="line-name">
        {isAdded(line) ? (
          <input
            {...shared}
            aria-label={nameOf('name')}
            placeholder={t().order.customItem}
            autoComplete="off"
            value={line.name}
            onInput={(event) => onChange({ name: event.currentTarget.value })}
          />
        ) : (
          line.name
        )}{' '}
        <FormerPrice line={line} /> {cost && <span class="muted">{cost}</span>}
      </span>
      <span class="line-numbers">
        {isPriceable && (
          <>
            {currency && <span class="muted">{currency}</span>}
            <input
              {...shared}
              class="price"
              inputMode="decimal"
              autoComplete="off"
              aria-label={nameOf('unit_price')}
              value={priceText(line)}
              onInput={(event) => onChange({ price: event.currentTarget.value })}
            />
            <span class="muted" aria-hidden="true">
              ×
            </span>
          </>
        )}
        <input
          {...shared}
          class="quantity"
          inputMode="numeric"
          aria-label={nameOf('quantity')}
          value={line.quantity}
          onInput={(event) => onChange({ quantity: event.currentTarget.value })}
        />
        <Button
          label=""
          icon="close"
          class="icon-button"
          aria-label={fill(t().order.removeItem, { name: label })}
          onClick={onRemove}
        />
      </span>
      {error && (
        <p id={id} class="field-error">
          {error}
        </p>
      )}
    </li>
  );
};

/** The price instead of which another one was set. */
const FormerPrice = ({ line }: Readonly<{ line: OrderLine }>) => {
  if (line.listed === undefined || setPriceOf(line) === undefined) return null;
  const { price, currency } = line.listed;
  return (
    <>
      <span class="visually-hidden">{t().order.formerPrice}</span> <s class="muted">{money(price, currency)}</s>
    </>
  );
};
