import { compactMoney, compactNumber, money, number, percent } from '../../text/format.ts';
import { MONEY_FIGURES } from './money-figures.ts';

/** A figure as people read it: an amount, a share or a number. */
export const formatFigure = (name: string, value: unknown, currency: string): string => {
  if (typeof value !== 'number') return '–';
  if (MONEY_FIGURES.has(name)) return money(value, currency);
  return name.endsWith('_rate') ? percent(value) : number(value);
};

/** The same for the axis of a chart. */
export const formatOnAxis = (name: string, value: number, currency: string): string => {
  if (MONEY_FIGURES.has(name)) return compactMoney(value, currency);
  return name.endsWith('_rate') ? percent(value) : compactNumber(value);
};
