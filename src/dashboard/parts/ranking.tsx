import { t } from '../text/text.ts';

/** A part of a whole. */
export type Ranked = Readonly<{
  key: string;
  label: string;
  value: number;
  text: string;
  /** The list behind it. */
  href?: string | undefined;
}>;

/** The largest parts of a whole, each with a bar. */
export const Ranking = ({ label, rows }: Readonly<{ label: string; rows: readonly Ranked[] }>) => {
  const largest = Math.max(...rows.map(({ value }) => value), 0);
  if (rows.length === 0) return <p class="muted">{t().analytics.nothing}</p>;
  return (
    <ol class="ranking" aria-label={label}>
      {rows.map(({ key, label: name, value, text, href }) => (
        <li key={key}>
          {href === undefined ? <span>{name}</span> : <a href={href}>{name}</a>}
          <strong>{text}</strong>
          <span class="bar" aria-hidden="true">
            <span style={{ width: `${largest === 0 ? 0 : (Math.max(value, 0) / largest) * 100}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
};
