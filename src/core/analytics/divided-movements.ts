import { Money } from '#core/shared/money.ts';
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

const EFFECTS: Readonly<Record<SaleMovement['kind'], Readonly<{ kind: 'gross' | 'refunds'; sign: bigint }> | null>> = {
  capture: { kind: 'gross', sign: 1n },
  refund: { kind: 'refunds', sign: 1n },
  refund_reversal: { kind: 'refunds', sign: -1n },
  // the bank holds the money until it decides
  dispute: null,
  dispute_won: null,
  dispute_lost: { kind: 'refunds', sign: 1n },
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
  const received = lines.map(() => 0n);
  return inOrder(movements).flatMap((movement): DividedMovement[] => {
    const effect = EFFECTS[movement.kind];
    if (effect === null) return [];
    const moved = { movement, kind: effect.kind, amount: movement.amount.minor * effect.sign };
    if (movement.isOverpayment || lines.length === 0) return [{ ...moved, shares: [] }];
    const isIncoming = effect.kind === 'gross' || effect.sign < 0n;
    const parts = divide(movement, isIncoming, { lines, received });
    const shares = lines.flatMap((line, index): LineShare[] => {
      const before = received[index] ?? 0n;
      const after = before + (isIncoming ? 1n : -1n) * (parts[index] ?? 0n);
      if (after === before) return [];
      received[index] = after;
      return [{ line, amount: after - before, tax: taxIn(line, after) - taxIn(line, before) }];
    });
    return [{ ...moved, shares }];
  });
};

const inOrder = (movements: Sale['movements']): SaleMovement[] =>
  [...movements].sort((a, b) => a.at.getTime() - b.at.getTime() || rankOf(a) - rankOf(b) || (a.id < b.id ? -1 : 1));

/** A capture comes before its refund in the same millisecond. */
const rankOf = ({ kind }: SaleMovement): number => (kind === 'capture' ? 0 : 1);

type Lines = Readonly<{ lines: readonly SoldLine[]; received: readonly bigint[] }>;

/** Divides an amount by weights; what exceeds their sum is divided by the next weights. */
const divide = (movement: SaleMovement, isIncoming: boolean, { lines, received }: Lines): readonly bigint[] => {
  const open = lines.map((line, index) => {
    const held = received[index] ?? 0n;
    return atLeastZero(isIncoming ? line.total - held : held);
  });
  const itemIds = movement.items?.map(({ itemId }) => itemId);
  const ofItems = lines.map(({ item }, index) =>
    item !== null && itemIds?.includes(item.id) === true ? (open[index] ?? 0n) : 0n,
  );
  const others = open.map((weight, index) => weight - (ofItems[index] ?? 0n));
  let left = movement.amount.minor;
  let parts = lines.map(() => 0n);
  for (const weights of [ofItems, others]) {
    const amount = least(left, sumOf(weights));
    parts = added(parts, shareOut(movement, amount, weights));
    left -= amount;
  }
  // more than is open: by the totals, or all to the first line of a sale that costs nothing
  const totals = lines.map(({ total }) => atLeastZero(total));
  const weights = sumOf(totals) > 0n ? totals : lines.map((_, index) => (index === 0 ? 1n : 0n));
  return added(parts, shareOut(movement, left, weights));
};

const shareOut = ({ amount: { currency } }: SaleMovement, amount: bigint, weights: readonly bigint[]): bigint[] =>
  amount === 0n
    ? weights.map(() => 0n)
    : Money.ofMinor(amount, currency)
        .allocate(weights)
        .map(({ minor }) => minor);

/** The tax in a part of what a line costs. */
const taxIn = ({ total, tax }: SoldLine, part: bigint): bigint => (total === 0n ? 0n : (part * tax) / total);

const atLeastZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

const added = (a: readonly bigint[], b: readonly bigint[]): bigint[] =>
  a.map((amount, index) => amount + (b[index] ?? 0n));
