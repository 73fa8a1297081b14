type Props = Readonly<{ values: readonly number[] }>;

const WIDTH = 100;
const HEIGHT = 28;

/** A small line without axes, beside the figures that it draws. */
export const Sparkline = ({ values }: Props) => {
  if (values.length < 2) return null;
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const range = highest - lowest || 1;
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * WIDTH;
    const y = HEIGHT - 1 - ((value - lowest) / range) * (HEIGHT - 2);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  );
};
