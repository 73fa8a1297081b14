import { Interval, monthKey } from './interval.ts';

type Span = Readonly<{ start: Date; from: number; to: number }>;

const MS_PER_DAY = 86_400_000;

/** Caches the starts of the days and months of a time zone: computing one takes longer than counting an order. */
export class StartCache {
  readonly #timeZone: string;
  /** By the days of UTC that they touch. */
  readonly #spans = { day: new Map<number, Span[]>(), month: new Map<number, Span[]>() };
  readonly #keys = new Map<Date, string>();

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  of(interval: 'day' | 'month', at: Date): Date {
    const time = at.getTime();
    const day = Math.floor(time / MS_PER_DAY);
    const known = this.#spans[interval].get(day) ?? [];
    const found = known.find(({ from, to }) => time >= from && time < to);
    if (found !== undefined) return found.start;
    const zoned = { interval, timeZone: this.#timeZone };
    const start = Interval.startOf(zoned, at);
    const span = { start, from: start.getTime(), to: Interval.shift(zoned, start, 1).getTime() };
    this.#spans[interval].set(day, [...known, span]);
    return start;
  }

  /** The month of a time as the key of a cohort. */
  monthKey(at: Date): string {
    const start = this.of('month', at);
    const key = this.#keys.get(start) ?? monthKey(this.#timeZone, start);
    this.#keys.set(start, key);
    return key;
  }
}
