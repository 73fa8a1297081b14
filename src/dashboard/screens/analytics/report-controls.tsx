import { useId } from 'preact/hooks';
import { DateInput } from '../../parts/date-input.tsx';
import { fieldLabel, t, valueLabel } from '../../text/text.ts';

const DAY_MS = 86_400_000;

const INTERVALS = ['hour', 'day', 'week', 'month'] as const;

/** What a report is asked for. */
export type ReportQuery = Readonly<{
  from?: string;
  to?: string;
  interval: (typeof INTERVALS)[number];
  timezone: string;
  currency?: string;
  compare?: 'previous';
}>;

/** The question in the address; by default the last 30 days in the zone of the viewer. */
export const readQuery = (query: Readonly<Record<string, string>>): ReportQuery => ({
  ...(query['from'] ? { from: query['from'] } : {}),
  ...(query['to'] ? { to: query['to'] } : {}),
  ...(query['currency'] ? { currency: query['currency'] } : {}),
  ...(query['compare'] === 'previous' ? { compare: 'previous' } : {}),
  interval: INTERVALS.find((each) => each === query['interval']) ?? 'day',
  timezone: query['timezone'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** The query of the API, whose interval ends before `to`; people mean the last day. */
export const toRequest = ({ to, ...query }: ReportQuery): ReportQuery => {
  const day = to === undefined ? Number.NaN : Date.parse(`${to}T00:00:00Z`);
  if (to === undefined || Number.isNaN(day)) return { ...query, ...(to === undefined ? {} : { to }) };
  return { ...query, to: new Date(day + DAY_MS).toISOString().slice(0, 10) };
};

type Props = Readonly<{ query: ReportQuery; onChange: (change: Partial<Record<keyof ReportQuery, string>>) => void }>;

/** The inputs of a report. */
export const ReportControls = ({ query, onChange }: Props) => {
  const id = useId();
  const text = (name: 'timezone' | 'currency') => (
    <div class="field">
      <label for={`${id}-${name}`}>{fieldLabel(name)}</label>
      <input
        id={`${id}-${name}`}
        type="text"
        value={query[name] ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ [name]: value.trim() })}
      />
    </div>
  );
  const date = (name: 'from' | 'to') => (
    <div class="field">
      <label for={`${id}-${name}`}>{fieldLabel(name)}</label>
      <DateInput
        id={`${id}-${name}`}
        type="date"
        value={query[name] ?? ''}
        onChange={(value) => onChange({ [name]: value })}
      />
    </div>
  );
  return (
    <div class="filters">
      {date('from')}
      {date('to')}
      <div class="field">
        <label for={`${id}-interval`}>{fieldLabel('interval')}</label>
        <select
          id={`${id}-interval`}
          value={query.interval}
          onChange={({ currentTarget: { value } }) => onChange({ interval: value })}
        >
          {INTERVALS.map((each) => (
            <option key={each} value={each}>
              {valueLabel(each)}
            </option>
          ))}
        </select>
      </div>
      {text('timezone')}
      {text('currency')}
      <div class="field flag">
        <label for={`${id}-compare`}>{t().analytics.compare}</label>
        <input
          id={`${id}-compare`}
          type="checkbox"
          checked={query.compare !== undefined}
          onChange={({ currentTarget: { checked } }) => onChange({ compare: checked ? 'previous' : '' })}
        />
      </div>
    </div>
  );
};
