import { Money, roundedQuotient } from '#core/shared/money.ts';
import type { Sale, SaleMovement, SoldLine } from './sale.ts';

/** What a movement adds to what was received for a line, in minor units: negative for a refund. */
export type LineShare = Readonly<{ line: SoldLine; amount: bigint; tax: bigint }>;

/** A movement and its shares. They add up to its amount, unless the sale has no lines or the movement is an overpayment's. */
export type DividedMovement = Readonly<{
  movement: SaleMovement;
  /** `gross` or `refunds`: what the movement adds to. */
  kind: 'gross' | 'refunds';
  /** Signed: a reversed refund is a negative refund. */
  amount: bigint;
  shares: readonly LineShare[];
}>;

/** What a movement adds to, and whether the shop receives its amount (1) or gives it back (-1). */
type Effect = Readonly<{ kind: 'gross' | 'refunds'; direction: 1n | -1n }>;

const EFFECTS: Readonly<Record<SaleMovement['kind'], Effect | null>> = {
  capture: { kind: 'gross', direction: 1n },
  refund: { kind: 'refunds', direction: -1n },
  refund_reversal: { kind: 'refunds', direction: 1n },
  // the bank holds the money until it decides
  dispute: null,
  dispute_won: null,
  dispute_lost: { kind: 'refunds', direction: -1n },
};

/**
 * Divides captures and refunds among the lines: captures in proportion to what is still to be paid, refunds to what was
 * received, those of items only among their lines. So a line has received its total once the sale is paid in full, and
 * nothing once it is refunded in full, to the minor unit.
 */
export const divideMovements = (
  movements: Sale['movements'],
  lines: readonly SoldLine[],
): readonly DividedMovement[] => {
  const divided: DividedMovement[] = [];
  let received = lines.map(() => 0n);
  for (const movement of inOrder(movements)) {
    const effect = EFFECTS[movement.kind];
    if (effect === null) continue;
    const { kind, direction } = effect;
    const isDivided = !movement.isOverpayment && lines.length > 0;
    const after = isDivided ? receivedAfter(movement, direction, { lines, received }) : received;
    const moved = movement.amount.minor * direction;
    const shares = sharesOf({ lines, received }, after);
    divided.push({ movement, kind, amount: kind === 'gross' ? moved : -moved, shares });
    received = after;
  }
  return divided;
};

const inOrder = (movements: Sale['movements']): SaleMovement[] =>
  [...movements].sort((a, b) => a.at.getTime() - b.at.getTime() || rankOf(a) - rankOf(b) || (a.id < b.id ? -1 : 1));

/** A capture comes before its refund in the same millisecond. */
const rankOf = ({ kind }: SaleMovement): number => (kind === 'capture' ? 0 : 1);

/** The lines of a sale, and what was received for each. */
type Balances = Readonly<{ lines: readonly SoldLine[]; received: readonly bigint[] }>;

const sharesOf = ({ lines, received }: Balances, after: readonly bigint[]): readonly LineShare[] => {
  const [taxBefore, taxAfter] = [taxesIn(lines, received), taxesIn(lines, after)];
  return lines.flatMap((line, index): LineShare[] => {
    const amount = (after[index] ?? 0n) - (received[index] ?? 0n);
    const tax = (taxAfter[index] ?? 0n) - (taxBefore[index] ?? 0n);
    return amount === 0n && tax === 0n ? [] : [{ line, amount, tax }];
  });
};

const receivedAfter = (movement: SaleMovement, direction: 1n | -1n, { lines, received }: Balances): bigint[] => {
  const open = lines.map(({ total }, index) => {
    const held = received[index] ?? 0n;
    return atLeastZero(direction === 1n ? total - held : held);
  });
  const parts = divide(movement, lines, open);
  return received.map((amount, index) => amount + direction * (parts[index] ?? 0n));
};

/**
 * Divides an amount by what is open of its shipping, of its items, then of the other lines, and what is left by the totals.
 */
const divide = (movement: SaleMovement, lines: readonly SoldLine[], open: readonly bigint[]): readonly bigint[] => {
  const ofShipping = lines.map(({ isShipping }, index) => (isShipping ? (open[index] ?? 0n) : 0n));
  const toShipping = least(least(movement.shipping?.minor ?? 0n, movement.amount.minor), sumOf(ofShipping));
  const shipped = shareOut(movement, toShipping, ofShipping);
  const others = open.map((amount, index) => amount - (shipped[index] ?? 0n));
  return added(shipped, divideAmong(movement, movement.amount.minor - toShipping, { lines, open: others }));
};

type Open = Readonly<{ lines: readonly SoldLine[]; open: readonly bigint[] }>;

const divideAmong = (movement: SaleMovement, amount: bigint, { lines, open }: Open): readonly bigint[] => {
  const itemIds = movement.items?.map(({ itemId }) => itemId) ?? [];
  const isOfItems = ({ item }: SoldLine): boolean => item !== null && itemIds.includes(item.id);
  const ofItems = lines.map((line, index) => (isOfItems(line) ? (open[index] ?? 0n) : 0n));
  const others = lines.map((line, index) => (isOfItems(line) ? 0n : (open[index] ?? 0n)));
  // a sale that costs nothing receives all for its first line
  const totals = lines.map(({ total }) => atLeastZero(total));
  const rest = sumOf(totals) > 0n ? totals : lines.map((_, index) => (index === 0 ? 1n : 0n));
  const toItems = least(amount, sumOf(ofItems));
  const toOthers = least(amount - toItems, sumOf(others));
  const left = amount - toItems - toOthers;
  const parts = [
    shareOut(movement, toItems, ofItems),
    shareOut(movement, toOthers, others),
    shareOut(movement, left, rest),
  ];
  return parts.reduce(added);
};

const shareOut = ({ amount: { currency } }: SaleMovement, amount: bigint, weights: readonly bigint[]): bigint[] =>
  amount === 0n
    ? weights.map(() => 0n)
    : Money.ofMinor(amount, currency)
        .allocate(weights)
        .map(({ minor }) => minor);

/** The tax in what was received for lines: that of each rate, rounded half up, allocated by largest remainder. */
const taxesIn = (lines: readonly SoldLine[], received: readonly bigint[]): readonly bigint[] => {
  const taxed = lines.flatMap(({ total, tax, taxKey }, index) => {
    if (total <= 0n || taxKey === null) return [];
    const share = (received[index] ?? 0n) * tax;
    return [{ index, taxKey, total, tax, received: received[index] ?? 0n, floor: share / total, rest: share % total }];
  });
  const taxes = lines.map(() => 0n);
  for (const ofRate of Map.groupBy(taxed, ({ taxKey }) => taxKey).values()) {
    const sum = (of: (line: (typeof ofRate)[number]) => bigint): bigint => sumOf(ofRate.map(of));
    const tax = roundedQuotient(
      sum((line) => line.received) * sum((line) => line.tax),
      sum(({ total }) => total),
    );
    let left = tax - sum(({ floor }) => floor);
    // compares the remainders as fractions of one
    for (const line of ofRate.toSorted((a, b) => compare(b.rest * a.total, a.rest * b.total))) {
      const raised = left > 0n && line.floor < line.tax ? 1n : 0n;
      left -= raised;
      taxes[line.index] = line.floor + raised;
    }
  }
  return taxes;
};

const compare = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? -1 : 1);

const atLeastZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

const added = (a: readonly bigint[], b: readonly bigint[]): bigint[] =>
  a.map((amount, index) => amount + (b[index] ?? 0n));
