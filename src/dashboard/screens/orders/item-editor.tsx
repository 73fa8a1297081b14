import { useId } from 'preact/hooks';
import { request, type Schemas } from '../../api/request.ts';
import { soldProducts } from '../../app/sold-products.ts';
import { Button } from '../../parts/button.tsx';
import type { Found } from '../../parts/combobox.tsx';
import { itemName } from '../../parts/item-name.ts';
import { SearchPicker } from '../../parts/search-picker.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { money } from '../../text/format.ts';
import { fieldLabel, fill, t } from '../../text/text.ts';

/** A product that is ordered, with its quantity as it was typed. */
export type OrderLine = Readonly<{ productId: string; name: string; image: string | null; quantity: string }>;

/** The items as orders take them; a text that is no number is sent as it is, so that the API says what would be right. */
export const toItems = (lines: readonly OrderLine[]): Schemas['OrderInput']['items'] =>
  lines.map(({ productId, quantity }) => ({
    product_id: productId,
    quantity: (/^\d+$/.test(quantity.trim()) ? Number(quantity) : quantity) as number,
  }));

type Props = Readonly<{
  lines: readonly OrderLine[];
  /** Messages by the field of the order: `items.0.quantity`. */
  errors: ReadonlyMap<string, string>;
  onChange: (lines: readonly OrderLine[]) => void;
  /** What the items cost, as far as that is known. */
  priced?: Priced | undefined;
}>;

type Priced = Readonly<{
  currency: string;
  items: readonly Readonly<{ product_id: string; unit_price: number; subtotal: number }>[];
}>;

/** One more; a text that is no number stays, so that its message stays. */
const increased = (quantity: string): string =>
  /^\d+$/.test(quantity.trim()) ? String(Number(quantity) + 1) : quantity;

/** Chooses products and their quantities. */
export const ItemEditor = ({ lines, errors, onChange, priced }: Props) => {
  const add = (line: OrderLine): void => {
    const present = lines.find(({ productId }) => productId === line.productId);
    const more = (each: OrderLine): OrderLine => ({ ...each, quantity: increased(each.quantity) });
    onChange(present === undefined ? [...lines, line] : lines.map((each) => (each === present ? more(each) : each)));
  };
  return (
    <div class="form">
      {lines.length > 0 && (
        <ul class="lines">
          {lines.map((line, index) => (
            <LineInput
              key={line.productId}
              line={line}
              price={priceText(line, priced)}
              error={errors.get(`items.${index}.quantity`) ?? errors.get(`items.${index}.product_id`)}
              onChange={(quantity) => onChange(lines.map((each) => (each === line ? { ...each, quantity } : each)))}
              onRemove={() => onChange(lines.filter((each) => each !== line))}
            />
          ))}
        </ul>
      )}
      {errors.has('items') && <p class="field-error">{errors.get('items')}</p>}
      <SearchPicker label={t().order.addProduct} search={searchProducts} onPick={add} />
    </div>
  );
};

/** The price of one and of all: `$20.00, $40.00`. */
const priceText = ({ productId }: OrderLine, priced: Priced | undefined): string | undefined => {
  const item = priced?.items.find(({ product_id: id }) => id === productId);
  if (priced === undefined || item === undefined) return undefined;
  const [unit, subtotal] = [item.unit_price, item.subtotal].map((value) => money(value, priced.currency));
  return item.unit_price === item.subtotal ? unit : `${unit}, ${subtotal}`;
};

const LineInput = ({
  line,
  price,
  error,
  onChange,
  onRemove,
}: Readonly<{
  line: OrderLine;
  price: string | undefined;
  error: string | undefined;
  onChange: (quantity: string) => void;
  onRemove: () => void;
}>) => {
  const id = useId();
  return (
    <li class="line">
      <Thumbnail url={line.image} />
      <span class="line-name">
        {line.name} {price && <span class="muted">{price}</span>}
      </span>
      <input
        type="text"
        class="quantity"
        inputMode="numeric"
        aria-label={`${fieldLabel('quantity')}: ${line.name}`}
        aria-invalid={error !== undefined}
        aria-describedby={id}
        value={line.quantity}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <Button
        label=""
        icon="close"
        class="icon-button"
        aria-label={fill(t().order.removeItem, { name: line.name })}
        onClick={onRemove}
      />
      {error && (
        <p id={id} class="field-error">
          {error}
        </p>
      )}
    </li>
  );
};

/** A line of a product, or of a variant, which has the name of its parent. */
export const lineOf = ({ id, name, images, options }: LineProduct, quantity = '1'): OrderLine => ({
  productId: id,
  name: itemName({ name, options }),
  image: images[0] ?? null,
  quantity,
});

type LineProduct = Pick<Schemas['Product'], 'id' | 'name' | 'images' | 'options'>;

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
