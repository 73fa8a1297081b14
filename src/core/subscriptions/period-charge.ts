// Why: docs/decisions/0056-credits-of-subscriptions.md

import { type InvoiceLine, pricedInvoiceLine } from '#core/invoices/document-parts.ts';
import { Invoice, type InvoiceId } from '#core/invoices/invoice.ts';
import { PricedLine } from '#core/pricing/priced-line.ts';
import { isSameSpan, type TimeSpan } from '#core/shared/clock.ts';
import { Money, roundedQuotient } from '#core/shared/money.ts';
import { type BillPart, type ChargedAmount, type CreditPart, isCredit, type PeriodPart, worthOf } from './bill.ts';
import type { SubscribedPlan } from './subscribed-plan.ts';

/** What an invoice has credited; negative for what it has charged again. One amount for each of the charge. */
type GivenCredit = Readonly<{ invoiceId: InvoiceId; amounts: readonly ChargedAmount[] }>;

/** What an invoice has charged for a period in advance, and what became of it. */
export type PeriodCharge = Readonly<{
  invoiceId: InvoiceId;
  plan: SubscribedPlan;
  planName: string;
  /** The period is moved by a pause. */
  period: TimeSpan;
  /** One for each tax rate, after discounts, as it was charged. */
  amounts: readonly ChargedAmount[];
  /** Whether goods were ordered for the period, which time does not make unused. */
  hasGoods: boolean;
  /** Whether its invoice waits for its payment, or for the end of a dispute of it. Nothing is credited before. */
  isOwed: boolean;
  /** What is not used because the plan changed. */
  unused: readonly PeriodPart[];
  /** What the shop neither has nor is owed: it was refunded, credited, charged back, voided or given up. With tax. */
  lost: Money;
  credits: readonly GivenCredit[];
}>;

/** One whose invoice is not stored yet. */
type NewCharge = Omit<PeriodCharge, 'invoiceId'>;

/** One that is priced. */
export type PricedCharge = Omit<NewCharge, 'hasGoods' | 'isOwed'>;

type Charged = Pick<PeriodCharge, 'plan' | 'planName' | 'period'>;

/** The bill of an invoice, and what it charges for a new period in advance. */
type Billed = Readonly<{ bill: readonly BillPart[]; charge: NewCharge | null; invoiceId: InvoiceId }>;

/** An invoice, and whether a payment of it has an open dispute. */
type Followed = Readonly<{ invoice: Invoice; isDisputed: boolean }>;

export const PeriodCharge = {
  /** @param lines Those of the period, priced. */
  of: (charge: Charged, lines: readonly InvoiceLine[], pricesIncludeTax: boolean): PricedCharge => {
    const amounts = amountsOf(lines, pricesIncludeTax);
    return { ...charge, amounts, unused: [], lost: totalOf(amounts).times(0n), credits: [] };
  },

  /** With tax. */
  total: ({ amounts }: Pick<PeriodCharge, 'amounts'>): Money => totalOf(amounts),

  isOf: (charge: PeriodCharge, period: TimeSpan): boolean => isSameSpan(charge.period, period),

  /** What is to be credited, or to be charged again, so that the credits are what they should be. */
  credits: (charges: readonly PeriodCharge[]): CreditPart[] => {
    const parts = charges.flatMap(creditParts);
    // what a disputed charge has credited may be what later ones were paid with
    const isAtRisk = charges.some(({ isOwed, credits }) => isOwed && credits.length > 0);
    return isAtRisk ? parts.filter(({ kind }) => kind === 'reversal') : parts;
  },

  /** Those that stay when another period begins: a part of them is credited, or was. */
  former: (charges: readonly PeriodCharge[]): PeriodCharge[] =>
    charges.filter(({ unused, credits }) => unused.length > 0 || credits.length > 0),

  /** Records what an invoice credits and charges. */
  billed: (charges: readonly PeriodCharge[], { bill, charge, invoiceId }: Billed): PeriodCharge[] => {
    const former = charges.map((each) => {
      const own = bill.filter((part) => isCredit(part) && part.invoiceId === each.invoiceId) as CreditPart[];
      return { ...each, credits: [...each.credits, ...own.map(({ amounts }) => ({ invoiceId, amounts }))] };
    });
    return charge === null ? former : [...former, { ...charge, invoiceId }];
  },

  /**
   * Follows an invoice that was paid, disputed, refunded, credited, voided or given up. What a void invoice has
   * credited is credited again; what it has charged again was given up. The same charges if nothing changes.
   */
  follow: (charges: readonly PeriodCharge[], followed: Followed): readonly PeriodCharge[] => {
    const after = charges.map((charge) => follow(charge, followed));
    return after.every((charge, index) => charge === charges[index]) ? charges : after;
  },
};

const totalOf = (amounts: readonly ChargedAmount[]): Money => {
  const [first, ...rest] = amounts.map(grossOf);
  if (first === undefined) throw new TypeError('A charge has an amount.');
  return rest.reduce((sum, amount) => sum.add(amount), first);
};

const grossOf = ({ net, tax }: ChargedAmount): Money => (tax === null ? net : net.add(tax.amount));

const amountsOf = (lines: readonly InvoiceLine[], pricesIncludeTax: boolean): ChargedAmount[] => {
  const byRate = Map.groupBy(lines, ({ tax }) => (tax === null ? '' : `${tax.rate} ${tax.name}`));
  return [...byRate.values()].map((group) =>
    group.map((line) => chargedAmount(line, pricesIncludeTax)).reduce((sum, amount) => combined(sum, amount, 1n)),
  );
};

const chargedAmount = (line: InvoiceLine, pricesIncludeTax: boolean): ChargedAmount => {
  const priced = pricedInvoiceLine(line);
  const net = PricedLine.total(priced, pricesIncludeTax).subtract(PricedLine.tax(priced));
  return { net, tax: line.tax };
};

/** The sum or the difference of two amounts of one rate. */
const combined = (one: ChargedAmount, other: ChargedAmount, sign: 1n | -1n): ChargedAmount => ({
  net: one.net.add(other.net.times(sign)),
  tax: one.tax && { ...one.tax, amount: other.tax ? one.tax.amount.add(other.tax.amount.times(sign)) : one.tax.amount },
});

const isZero = ({ net, tax }: ChargedAmount): boolean => net.minor === 0n && (tax?.amount.minor ?? 0n) === 0n;

const creditParts = (charge: PeriodCharge): CreditPart[] => {
  if (charge.isOwed && charge.credits.length === 0) return [];
  const kept = PeriodCharge.total(charge).subtract(charge.lost);
  const parts = charge.unused.map((part) => ({ span: part.span, amounts: worthOfPart(charge, part) }));
  const nothing = differenceOf(charge.amounts, charge.amounts);
  const worth = parts.map(({ amounts }): readonly ChargedAmount[] => amounts).reduce(sumOf, nothing);
  const isWhole = charge.credits.length === 0 && totalOf(worth).compare(kept) <= 0;
  if (isWhole) return parts.flatMap((part) => creditPart(charge, part));
  const given = charge.credits.map(({ amounts }) => amounts);
  const outstanding = given.reduce(differenceOf, atMost(worth, kept));
  const { start } = charge.unused[0]?.span ?? charge.period;
  const { end } = charge.unused.at(-1)?.span ?? charge.period;
  return creditPart(charge, { span: { start, end }, amounts: outstanding });
};

const creditPart = (
  { invoiceId, plan, planName }: PeriodCharge,
  part: Pick<CreditPart, 'span' | 'amounts'>,
): CreditPart[] => {
  if (part.amounts.every(isZero)) return [];
  const kind = totalOf(part.amounts).isNegative ? 'reversal' : 'credit';
  return [{ kind, invoiceId, plan, planName, ...part }];
};

const worthOfPart = ({ amounts }: PeriodCharge, part: PeriodPart): ChargedAmount[] =>
  amounts.map(({ net, tax }) => ({
    net: worthOf(net, part),
    tax: tax && { ...tax, amount: worthOf(tax.amount, part) },
  }));

const sumOf = (some: readonly ChargedAmount[], others: readonly ChargedAmount[]): readonly ChargedAmount[] =>
  some.map((amount, index) => combined(amount, others[index] ?? amount, 1n));

const differenceOf = (some: readonly ChargedAmount[], others: readonly ChargedAmount[]): readonly ChargedAmount[] =>
  some.map((amount, index) => combined(amount, others[index] ?? amount, -1n));

/** The amounts, reduced in proportion to a sum with tax. */
const atMost = (amounts: readonly ChargedAmount[], limit: Money): readonly ChargedAmount[] => {
  if (totalOf(amounts).compare(limit) <= 0) return amounts;
  const grosses = amounts.map(grossOf);
  const parts = limit.allocate(grosses.map(({ minor }) => minor));
  return amounts.map(({ net, tax }, index) => {
    const [part, gross] = [parts[index], grosses[index]];
    if (part === undefined || gross === undefined || gross.minor === 0n || tax === null)
      return { net: part ?? net, tax };
    const amount = shareOf(tax.amount, part, gross);
    return { net: part.subtract(amount), tax: { ...tax, amount } };
  });
};

const follow = (charge: PeriodCharge, { invoice, isDisputed }: Followed): PeriodCharge => {
  const isVoid = invoice.status === 'void';
  const isOwn = charge.invoiceId === invoice.id;
  const lost = isOwn ? lostOf(charge, invoice) : charge.lost;
  const isAwaited = isDisputed || invoice.status === 'draft' || invoice.status === 'open';
  const isOwed = isOwn ? isAwaited : charge.isOwed;
  const isGivenBack = ({ invoiceId, amounts }: GivenCredit): boolean =>
    isVoid && invoiceId === invoice.id && !totalOf(amounts).isNegative;
  const credits = charge.credits.filter((credit) => !isGivenBack(credit));
  const isSame =
    lost.compare(charge.lost) === 0 && isOwed === charge.isOwed && credits.length === charge.credits.length;
  return isSame ? charge : { ...charge, lost, isOwed, credits };
};

/** The part of what an invoice has lost, by what it has charged in all. */
const lostOf = (charge: PeriodCharge, invoice: Invoice): Money => {
  const [total, lost] = [PeriodCharge.total(charge), Invoice.amountLost(invoice)];
  if (invoice.status === 'void') return total;
  const charged = invoice.lines
    .map((line) => PricedLine.total(pricedInvoiceLine(line), invoice.charges.pricesIncludeTax))
    .reduce((sum, amount) => (amount.isNegative ? sum : sum.add(amount)), total.times(0n));
  if (charged.minor === 0n) return total.times(0n);
  const share = shareOf(total, lost, charged);
  return share.compare(total) > 0 ? total : share;
};

/** The part of an amount, half a minor unit rounded up. */
const shareOf = (amount: Money, part: Money, whole: Money): Money =>
  Money.ofMinor(roundedQuotient(amount.minor * part.minor, whole.minor), amount.currency);
