import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { theme } from '../app/theme.ts';
import { language } from '../text/language.ts';
import { t } from '../text/text.ts';

/** A line of a chart. */
type Series = Readonly<{ label: string; values: readonly (number | null)[]; isFormer?: boolean }>;

type Props = Readonly<{
  /** What the chart shows, for those who do not see it. */
  label: string;
  /** Times in seconds. */
  times: readonly number[];
  series: readonly Series[];
  format: (value: number) => string;
  /** Shorter than `format`, which it is by default. */
  formatOnAxis?: (value: number) => string;
  isStepped?: boolean;
  /** The zone of the times that are shown; by default that of the viewer. */
  timeZone?: string;
}>;

const HEIGHT = 240;

/** Of the labels of an axis, in pixels. */
const CHARACTER_WIDTH = 8;
const AXIS_GAP = 20;

/** A colour of the theme, which a canvas cannot look up itself. */
const resolve = (element: HTMLElement, name: string): string => {
  element.style.color = `var(${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
};

const isOneDay = (times: readonly number[]): boolean => (times.at(-1) ?? 0) - (times[0] ?? 0) <= 86_400;

/** Writes times: of the day in charts of one day, else the date. */
const timeLabels = (times: readonly number[], timeZone: string | undefined): ((seconds: number) => string) => {
  const style = isOneDay(times) ? ({ timeStyle: 'short' } as const) : ({ day: 'numeric', month: 'short' } as const);
  const format = new Intl.DateTimeFormat(language.value, { ...style, timeZone });
  return (seconds) => format.format(new Date(seconds * 1000));
};

/** Lines over time; a table with the same values belongs beside it. */
export const Chart = ({ label, times, series, format, formatOnAxis = format, isStepped = false, timeZone }: Props) => {
  const frame = useRef<HTMLDivElement>(null);
  const key = JSON.stringify([times, series, timeZone, theme.value, language.value]);
  // the key says what is drawn
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const [muted, accent, ground, line] = ['--muted', '--accent', '--accent-ground', '--line'].map((name) =>
      resolve(element, name),
    );
    const paths = isStepped ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
    const axis = {
      stroke: muted ?? '',
      grid: { stroke: line ?? '', width: 1 },
      ticks: { stroke: line ?? '', width: 1 },
    };
    const timeLabel = timeLabels(times, timeZone);
    const options: uPlot.Options = {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: series.length > 1 },
      ...(timeZone === undefined ? {} : { tzDate: (time) => uPlot.tzDate(new Date(time * 1000), timeZone) }),
      // a bar of the height 0 is no figure
      scales: {
        y: { range: (_plot, lowest, highest) => uPlot.rangeNum(Math.min(0, lowest), Math.max(highest, 1), 0.1, true) },
      },
      series: [
        { label: t().common.time, value: (_plot, time) => (time === null ? '–' : timeLabel(time)) },
        ...series.map(({ label: name, isFormer = false }) => ({
          label: name,
          stroke: (isFormer ? muted : accent) ?? '',
          width: 2,
          points: { show: false },
          ...(isFormer ? { dash: [6, 4] } : { fill: ground ?? '' }),
          ...(paths === undefined ? {} : { paths }),
          value: (_plot: uPlot, value: number | null) => (value === null ? '–' : format(value)),
        })),
      ],
      axes: [
        { ...axis, space: 90, values: (_plot, values) => values.map(timeLabel) },
        {
          ...axis,
          size: (_plot, values) =>
            AXIS_GAP + Math.max(0, ...(values ?? []).map(({ length }) => length)) * CHARACTER_WIDTH,
          values: (_plot, values) => values.map(formatOnAxis),
        },
      ],
    };
    const plot = new uPlot(options, [times, ...series.map(({ values }) => values)] as uPlot.AlignedData, element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [key]);
  return <div ref={frame} class={series.length > 1 ? 'chart compared' : 'chart'} role="img" aria-label={label} />;
};
