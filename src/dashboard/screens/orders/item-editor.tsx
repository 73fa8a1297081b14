import { useRef } from 'preact/hooks';
import { request } from '../../api/request.ts';
import { soldProducts } from '../../app/sold-products.ts';
import { ScopedButton } from '../../form/scoped-button.tsx';
import type { Found } from '../../parts/combobox.tsx';
import { SearchPicker } from '../../parts/search-picker.tsx';
import { money } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';
import { LineInput } from './line-input.tsx';
import { CUSTOM_LINE, isAdded, lineOf, type OrderLine } from './order-line.ts';

type Props = Readonly<{
  lines: readonly OrderLine[];
  /** Messages by the field of the order: `items.0.quantity`. */
  errors: ReadonlyMap<string, string>;
  onChange: (lines: readonly OrderLine[]) => void;
  /** What the items cost, as far as that is known. */
  priced?: Priced | undefined;
  /** Whether prices may be set, and items added that are no products. */
  isPriceable?: boolean;
}>;

type Priced = Readonly<{
  currency: string;
  items: readonly Readonly<{ product_id: string | null; name: string; unit_price: number; subtotal: number }>[];
}>;

/** One more; a text that is no number stays, so that its message stays. */
const increased = (quantity: string): string =>
  /^\d+$/.test(quantity.trim()) ? String(Number(quantity) + 1) : quantity;

/** Chooses products and their quantities, and what else is sold at what price. */
export const ItemEditor = ({ lines, errors, onChange, priced, isPriceable = false }: Props) => {
  const list = useRef<HTMLUListElement>(null);
  const add = (line: OrderLine): void => {
    const present = lines.find(({ productId }) => productId === line.productId);
    const more = (each: OrderLine): OrderLine => ({ ...each, quantity: increased(each.quantity) });
    onChange(present === undefined ? [...lines, line] : lines.map((each) => (each === present ? more(each) : each)));
  };
  const addCustom = (): void => {
    onChange([...lines, CUSTOM_LINE]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  return (
    <div class="form">
      {lines.length > 0 && (
        <ul class="lines" ref={list}>
          {lines.map((line, index) => (
            <LineInput
              key={line.itemId ?? line.productId ?? index}
              line={line}
              cost={costText(line, priced?.items[index], priced?.currency)}
              currency={line.listed?.currency ?? priced?.currency ?? lines[0]?.listed?.currency}
              isPriceable={isPriceable}
              error={FIELDS.map((field) => errors.get(`items.${index}${field}`)).find((each) => each !== undefined)}
              onChange={(changes) => onChange(lines.map((each) => (each === line ? { ...each, ...changes } : each)))}
              onRemove={() => onChange(lines.filter((each) => each !== line))}
            />
          ))}
        </ul>
      )}
      {errors.has('items') && <p class="field-error">{errors.get('items')}</p>}
      <SearchPicker label={t().order.addProduct} search={searchProducts} onPick={add} />
      {isPriceable && (
        <div class="buttons">
          <ScopedButton label={t().order.addCustomItem} scope="orders:write" onClick={addCustom} />
        </div>
      )}
    </div>
  );
};

const FIELDS = ['', '.quantity', '.product_id', '.id', '.name', '.unit_price'];

/** The price of one and of all: `$20.00, $40.00`; nothing while another item has been quoted there. */
const costText = (
  line: OrderLine,
  item: Priced['items'][number] | undefined,
  currency: string | undefined,
): string | undefined => {
  const isOther = item?.product_id !== line.productId || (isAdded(line) && item.name !== line.name.trim());
  if (item === undefined || currency === undefined || isOther) return undefined;
  const [unit, subtotal] = [item.unit_price, item.subtotal].map((value) => money(value, currency));
  return item.unit_price === item.subtotal ? unit : `${unit}, ${subtotal}`;
};

const searchProducts = async (text: string, signal: AbortSignal): Promise<readonly Found<OrderLine>[]> => {
  const query = { q: text, status: 'active', limit: 10 } as const;
  const { data } = await request('get', '/api/products', { query, signal });
  return soldProducts(data.data, text)
    .filter(({ status }) => status === 'active')
    .map((product) => {
      const value = lineOf(product);
      const { id, sku, price, currency, stock } = product;
      const left = typeof stock === 'number' ? fill(t().products.inStock, { count: stock }) : undefined;
      const detail = [sku, money(price, currency), left].filter((each) => each).join(' · ');
      return { id, label: value.name, detail, value };
    });
};
