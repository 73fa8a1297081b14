import { Presets, SingleBar } from 'cli-progress';

/** How far a task is: `done` of its total, and the rows that are processed. */
export type Progress = Readonly<{
  update(done: number, rows: number): void;
  stop(): void;
}>;

type Output = Pick<NodeJS.WriteStream, 'isTTY'> & NodeJS.WritableStream;

/** Elsewhere than on a terminal, a line is written this often. */
const LINE_INTERVAL_MS = 5_000;

const FORMAT = '{bar} {percentage} % | {rows} rows | {rate}/s | {left} left';

const numberOf = (value: number): string => Math.round(value).toLocaleString('en');

const durationOf = (seconds: number): string => {
  if (!Number.isFinite(seconds)) return '–';
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return seconds < 3_600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
};

/** A progress bar on a terminal, plain lines elsewhere. `total` is 0 if it is not known. */
export const showProgress = (output: Output, total: number): Progress => {
  const start = performance.now();
  const figures = (done: number, rows: number) => {
    const seconds = (performance.now() - start) / 1_000;
    return {
      rows: numberOf(rows),
      rate: numberOf(rows / seconds),
      left: durationOf((seconds * (total - done)) / done),
    };
  };
  return output.isTTY && total > 0 ? barOn(output, total, figures) : linesOn(output, total, figures);
};

type Figures = (done: number, rows: number) => Readonly<{ rows: string; rate: string; left: string }>;

const barOn = (stream: Output, total: number, figures: Figures): Progress => {
  // signals are handled by the command
  const options = { stream, format: FORMAT, gracefulExit: false };
  const bar = new SingleBar(options, Presets.shades_classic);
  bar.start(total, 0, { rows: '0', rate: '–', left: '–' });
  return { update: (done, rows) => bar.update(done, figures(done, rows)), stop: () => bar.stop() };
};

const linesOn = (stream: Output, total: number, figures: Figures): Progress => {
  let next = performance.now() + LINE_INTERVAL_MS;
  return {
    update(done, count) {
      if (performance.now() < next) return;
      next += LINE_INTERVAL_MS;
      const { rows, rate, left } = figures(done, count);
      const share = total > 0 ? `${Math.floor((100 * done) / total)} %, ${left} left, ` : '';
      stream.write(`${share}${rows} rows, ${rate}/s\n`);
    },
    stop: () => {},
  };
};
