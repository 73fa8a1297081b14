import { useEffect, useState } from 'preact/hooks';
import { dateTime } from '../text/format.ts';
import { language } from '../text/language.ts';
import { fill, t } from '../text/text.ts';

const INTERVAL_MS = 30_000;

/** From which number of minutes on a unit is shown, and how many minutes it has. */
const UNITS = [
  { unit: 'day', from: 2_880, minutes: 1_440 },
  { unit: 'hour', from: 120, minutes: 60 },
  { unit: 'minute', from: 1, minutes: 1 },
] as const;

const leftText = (minutes: number): string => {
  const found = UNITS.find(({ from }) => minutes >= from);
  if (found === undefined) return t().collect.expiresNow;
  const format = new Intl.NumberFormat(language.value, { style: 'unit', unit: found.unit, unitDisplay: 'short' });
  return fill(t().collect.expiresIn, { time: format.format(Math.floor(minutes / found.minutes)) });
};

/** In how long something expires, and exactly when as its title. */
export const Countdown = ({ until }: Readonly<{ until: string }>) => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={until} title={dateTime(until)}>
      {leftText(Math.ceil((Date.parse(until) - now) / 60_000))}
    </time>
  );
};
