import { useEffect, useState } from 'preact/hooks';

type Modules = readonly (readonly boolean[])[];

/** A text as a QR code; its encoder is loaded only here. */
export const QrCode = ({ text, label }: Readonly<{ text: string; label: string }>) => {
  const [modules, setModules] = useState<Modules>([]);
  useEffect(() => {
    let isCurrent = true;
    void import('uqr').then(({ encode }) => {
      if (isCurrent) setModules(encode(text, { ecc: 'M', border: 3 }).data);
    });
    return () => {
      isCurrent = false;
    };
  }, [text]);
  const size = Math.max(modules.length, 1);
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={pathOf(modules)} />
    </svg>
  );
};

/** A square for each dark module. */
const pathOf = (modules: Modules): string =>
  modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
