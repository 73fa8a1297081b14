import { useId } from 'preact/hooks';
import { Options } from '../../parts/button.tsx';
import { DateInput } from '../../parts/date-input.tsx';
import { Switch } from '../../parts/switch.tsx';
import { fieldLabel, t, valueLabel } from '../../text/text.ts';
import { INTERVAL_NAMES, PERIODS, type Period, type Question } from './period.ts';

type Change = Partial<Record<'period' | 'from' | 'to' | 'interval' | 'timezone' | 'currency' | 'compare', string>>;

type Props = Readonly<{ question: Question; onChange: (change: Change) => void }>;

/** The inputs of a report: a period, and what is rarely changed. */
export const ReportControls = ({ question, onChange }: Props) => (
  <>
    <Switch
      label={t().analytics.period}
      values={PERIODS}
      labelOf={(each) => t().analytics.periods[each]}
      value={question.period}
      onChange={(period) => onChange(changeOfPeriod(question, period))}
    />
    {question.period === 'custom' && <CustomControls question={question} onChange={onChange} />}
  </>
);

/** A custom period begins with the days that were shown. */
const changeOfPeriod = ({ from, to }: Question, period: Period): Change =>
  period === 'custom'
    ? { period, from: from ?? '', to: to ?? '', interval: '' }
    : { period, from: '', to: '', interval: '' };

const CustomControls = ({ question, onChange }: Props) => {
  const id = useId();
  const text = (name: 'timezone' | 'currency') => (
    <div class="field">
      <label for={`${id}-${name}`}>{fieldLabel(name)}</label>
      <input
        id={`${id}-${name}`}
        type="text"
        value={question[name] ?? ''}
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
        value={question[name] ?? ''}
        onChange={(value) => onChange({ [name]: value })}
      />
    </div>
  );
  return (
    <div class="pairs card">
      {date('from')}
      {date('to')}
      <div class="field">
        <label for={`${id}-interval`}>{fieldLabel('interval')}</label>
        <select
          id={`${id}-interval`}
          value={question.interval}
          onChange={({ currentTarget: { value } }) => onChange({ interval: value })}
        >
          <Options values={INTERVAL_NAMES} labelOf={valueLabel} />
        </select>
      </div>
      {text('timezone')}
      {text('currency')}
      <div class="field flag">
        <label for={`${id}-compare`}>{t().analytics.compare}</label>
        <input
          id={`${id}-compare`}
          type="checkbox"
          checked={question.compare !== undefined}
          onChange={({ currentTarget: { checked } }) => onChange({ compare: checked ? '' : 'none' })}
        />
      </div>
    </div>
  );
};
