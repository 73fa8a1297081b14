/** A part of time, from one instant to another. */
export type Span = Readonly<{ from: Date; to: Date }>;

/** Midnight of a day in the zone of the viewer, some days after that of `at`. A day is not always 24 hours long. */
const midnight = (at: Date, days: number): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate() + days);

/** The day of an instant in the zone of the viewer, and the same day of the week before. */
export const dayOf = (at: Date): Readonly<{ day: Span; lastWeek: Span }> => ({
  day: { from: midnight(at, 0), to: midnight(at, 1) },
  lastWeek: { from: midnight(at, -7), to: midnight(at, -6) },
});

type Hour = Readonly<{ start: string; net: number }>;

/** What hours of another day have at the same time of the day; null where that day has no such hour. */
export const atSameTime = (hours: readonly Hour[], others: readonly Hour[]): (number | null)[] => {
  const former = new Map(others.map(({ start, net }) => [new Date(start).getHours(), net]));
  return hours.map(({ start }) => former.get(new Date(start).getHours()) ?? null);
};
