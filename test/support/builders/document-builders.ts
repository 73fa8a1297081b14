import type { Party } from '#core/invoices/document-parts.ts';
import type { PrintedDocument, PrintedLine } from '#core/invoices/printed-document.ts';
import type { PricedLine } from '#core/pricing/priced-line.ts';
import { Address } from '#core/shared/address.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { Rate } from '#core/shared/rate-limiter.ts';

export const EUR = 'EUR' as Currency;

export const euros = (cents: bigint): Money => Money.ofMinor(cents, EUR);

const percent = (value: number): Rate => Rate.ofPercent(value) as Rate;

type LineFields = Partial<Omit<PrintedLine, 'line'>> &
  Readonly<{ percent?: number | null; discounts?: readonly Money[]; pricesIncludeTax?: boolean; price?: Money }>;

/** Two chairs of 50.00 each and 19 % of tax, with the given fields. `percent: null` is a line without tax. */
export const aPrintedLine = (fields: LineFields = {}): PrintedLine => {
  const { description = 'Oak chair', quantity = 2, unitPrice = euros(5_000n), period = null } = fields;
  const price = fields.price ?? unitPrice.times(BigInt(quantity));
  const discounts = (fields.discounts ?? []).map((amount, discount) => ({ discount, amount }));
  const discounted = discounts.reduce((rest, { amount }) => rest.subtract(amount), price);
  return {
    description,
    quantity,
    unitPrice,
    period,
    line: { price, discounts, tax: taxOf(discounted, fields) },
  };
};

const taxOf = (discounted: Money, fields: LineFields): PricedLine['tax'] => {
  if (fields.percent === null) return null;
  const rate = percent(fields.percent ?? 19);
  // rates take amounts that are not negative
  const sign = discounted.isNegative ? -1n : 1n;
  const amount = (fields.pricesIncludeTax ? Rate.within : Rate.of)(rate, discounted.times(sign)).times(sign);
  return { name: 'VAT', rate, amount };
};

export const SELLER: Party = {
  name: 'Tischlerei Grün',
  legalName: 'Tischlerei Grün GmbH',
  address: Address.of({ line1: 'Hauptstraße 1', postal_code: '10115', city: 'Berlin', country: 'DE' }),
  taxId: 'DE136695976',
  email: 'rechnung@gruen.example',
};

export const BUYER: Party = {
  name: 'Ada Lovelace',
  legalName: null,
  address: Address.of({ name: 'Ada Lovelace', line1: '12 St James’s Square', city: 'London', country: 'GB' }),
  taxId: null,
  email: 'ada@example.com',
};

/** An invoice of one line, with the given fields. */
export const anInvoice = (fields: Partial<PrintedDocument> = {}): PrintedDocument => ({
  kind: 'invoice',
  number: 'INV-2026-0001',
  correctedInvoiceNumber: null,
  orderNumber: 1001,
  language: 'en',
  timeZone: 'Europe/Berlin',
  issuedAt: new Date('2026-03-31T22:30:00Z'),
  supply: new Date('2026-03-30T10:00:00Z'),
  dueAt: new Date('2026-04-14T22:00:00Z'),
  currency: EUR,
  seller: SELLER,
  logo: null,
  buyer: BUYER,
  lines: [aPrintedLine()],
  pricesIncludeTax: false,
  taxExemption: null,
  amountPaid: euros(0n),
  charge: null,
  footer: 'Tischlerei Grün GmbH · IBAN DE02 1203 0000 0000 2020 51\nAmtsgericht Berlin HRB 12345',
  ...fields,
});

export const aCreditNote = (fields: Partial<PrintedDocument> = {}): PrintedDocument =>
  anInvoice({
    kind: 'credit_note',
    number: 'CN-2026-0001',
    correctedInvoiceNumber: 'INV-2026-0001',
    dueAt: null,
    ...fields,
  });

/** Names in many scripts, for the lines of a long invoice. */
export const NAMES: Readonly<Record<string, string>> = {
  Latin: 'Oak chair, solid, with armrests',
  Polish: 'Krzesło dębowe „Żółw” z podłokietnikami',
  Vietnamese: 'Ghế gỗ sồi đặc có tay vịn – loại đẹp nhất',
  Greek: 'Δρύινη καρέκλα με μπράτσα',
  Cyrillic: 'Дубовый стул с подлокотниками',
  Arabic: 'كرسي من خشب البلوط (طراز 2024) مع مساند',
  Hebrew: 'כיסא אלון מלא, דגם A-12 עם משענות',
  Devanagari: 'ओक की लकड़ी की कुर्सी, हत्थों के साथ',
  Thai: 'เก้าอี้ไม้โอ๊คแท้พร้อมที่วางแขน',
  Japanese: '肘掛け付きの無垢オーク材の椅子「匠」',
  Simplified: '带扶手的实木橡木椅子',
  Traditional: '帶扶手的實木橡木椅子',
  Korean: '팔걸이가 있는 원목 오크 의자',
};

/** A long invoice: each line has its number and a name in one of the scripts. */
export const aLongInvoice = (count: number, names: readonly string[] = Object.values(NAMES)): PrintedDocument =>
  anInvoice({
    lines: Array.from({ length: count }, (_, index) =>
      aPrintedLine({
        description: `No. ${index + 1} ${names[index % names.length]}`,
        quantity: (index % 9) + 1,
        unitPrice: euros(1_000n + BigInt(index)),
        percent: index % 3 === 0 ? 7 : 19,
        ...(index % 5 === 0 ? { discounts: [euros(100n)] } : {}),
        ...(index % 7 === 0
          ? { period: { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2026-02-01T00:00:00Z') } }
          : {}),
      }),
    ),
  });
