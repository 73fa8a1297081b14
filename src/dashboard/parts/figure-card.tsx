import { change } from '../text/format.ts';
import { fill, t } from '../text/text.ts';
import { Sparkline } from './sparkline.tsx';

type Props = Readonly<{
  label: string;
  value: number | null;
  format: (value: number) => string;
  /** The same figure of the period before. */
  former?: number | null | undefined;
  series?: readonly number[] | undefined;
  /** Whether more of it is good; undefined if it is neither. */
  isGood?: boolean | undefined;
  /** What a click shows, and whether it is shown. */
  onChoose?: (() => void) | undefined;
  isChosen?: boolean;
}>;

/** A figure with how it has changed, and its line. */
export const FigureCard = ({ onChoose, isChosen = false, ...props }: Props) =>
  onChoose === undefined ? (
    <div class="figure card">
      <Content {...props} />
    </div>
  ) : (
    <button type="button" class="figure card" aria-pressed={isChosen} onClick={onChoose}>
      <Content {...props} />
    </button>
  );

const Content = ({ label, value, format, former, series, isGood }: Omit<Props, 'onChoose' | 'isChosen'>) => (
  <>
    <span class="figure-label">{label}</span>
    <strong>{value === null ? '–' : format(value)}</strong>
    {former !== undefined && <Change value={value} former={former} format={format} isGood={isGood} />}
    {series && <Sparkline values={series} />}
  </>
);

type ChangeProps = Pick<Props, 'value' | 'format' | 'isGood'> & Readonly<{ former: number | null }>;

const Change = ({ value, former, format, isGood }: ChangeProps) => {
  const share = value === null || former === null || former === 0 ? undefined : (value - former) / Math.abs(former);
  const isMore = (share ?? 0) > 0;
  const tone =
    share === undefined || share === 0 || isGood === undefined ? 'muted' : isMore === isGood ? 'good' : 'bad';
  return (
    <span
      class={`change ${tone}`}
      title={fill(t().analytics.before, { value: former === null ? '–' : format(former) })}
    >
      {share === undefined
        ? fill(t().analytics.before, { value: former === null ? '–' : format(former) })
        : change(share)}
    </span>
  );
};

/** The place of figures that are being loaded. */
export const FigureCardsPlace = ({ count }: Readonly<{ count: number }>) => (
  <div class="figures" role="progressbar" aria-label={t().common.loading}>
    {Array.from({ length: count }, (_, index) => (
      <div key={index} class="figure card" />
    ))}
  </div>
);
