type Figures = Readonly<Record<string, number | null>>;

type Rows = readonly Figures[];

/** The reports of the seeded half-year, as JSON. */
export type Reports = Readonly<{
  sales: Readonly<{ totals: Figures; groups: Rows }>;
  users: Readonly<{ totals: Figures; cohorts: readonly (Figures & Readonly<{ months: Rows }>)[] }>;
  business: Readonly<{ totals: Figures; payments: Rows; failures: Rows; taxes: Rows; products_never_sold: number }>;
}>;

/** The schemas of the OpenAPI document. */
export type Schemas = Readonly<
  Record<string, Readonly<{ properties: Readonly<Record<string, Readonly<{ description: string }>>> }>>
>;

/** How a figure results from others, in numbers: the text, and the result. */
type Calculation = Readonly<{ text: string; result: number }>;

const of = (figures: Figures, name: string): number => figures[name] ?? Number.NaN;

const MRR_MOVEMENTS = ['mrr_new', 'mrr_expansion', 'mrr_contraction', 'mrr_churn', 'mrr_reactivation'];

const quotient = (dividend: number, divisor: number): Calculation => ({
  text: `${dividend} / ${divisor}`,
  result: dividend / divisor,
});

const ofSum = (part: number, rest: number): Calculation => ({
  text: `${part} / (${part} + ${rest})`,
  result: part / (part + rest),
});

const difference = (from: number, less: number): Calculation => ({ text: `${from} − ${less}`, result: from - less });

/** The figures that others result in. */
export const calculationsOf = ({ sales, users, business }: Reports): Readonly<Record<string, Calculation>> => {
  const [sold, seen, done] = [sales.totals, users.totals, business.totals];
  const moved = MRR_MOVEMENTS.map((name) => of(done, name));
  const movement = moved.reduce((sum, amount) => sum + amount, 0);
  const opening = Math.round((of(done, 'mrr') - movement) * 100) / 100;
  return {
    'sales.net': difference(of(sold, 'gross'), of(sold, 'refunds')),
    'sales.average_order_value': quotient(of(sold, 'gross'), of(sold, 'orders')),
    'users.returning_buyers': difference(of(seen, 'buyers'), of(seen, 'new_buyers')),
    'users.repeat_rate': quotient(of(seen, 'repeat_buyers'), of(seen, 'buyers')),
    'business.mrr': { text: [opening, ...moved].join(' + ').replaceAll('+ -', '− '), result: opening + movement },
    'business.arr': { text: `12 × ${done['mrr']}`, result: 12 * of(done, 'mrr') },
    'business.trial_conversion_rate': ofSum(of(done, 'trials_converted'), of(done, 'trials_ended')),
    'business.payment_success_rate': ofSum(of(done, 'payments_succeeded'), of(done, 'payments_failed')),
    'business.refund_rate': quotient(of(sold, 'refunds'), of(sold, 'gross')),
    'business.withdrawal_rate': quotient(of(done, 'withdrawals'), of(sold, 'orders')),
    'business.return_rate': quotient(of(done, 'units_returned'), of(sold, 'units')),
  };
};

const REPORTS = { sales: 'SalesTotals', users: 'UsersTotals', business: 'BusinessTotals' } as const;

const table = (head: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const listOf = (columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string =>
  table(
    columns,
    rows.map((row) => columns.map((name) => row[name] ?? '')),
  );

/** The tables of the worked example in `docs/metrics.md`: definitions are those of the OpenAPI document. */
export const exampleTables = (reports: Reports, schemas: Schemas): readonly string[] => {
  const calculations = calculationsOf(reports);
  const definitions = (Object.keys(REPORTS) as (keyof typeof REPORTS)[]).map((report) => {
    const figures = reports[report].totals;
    const rows = Object.entries(schemas[REPORTS[report]]?.properties ?? {}).map(([name, { description }]) => {
      const calculation = calculations[`${report}.${name}`];
      const shown = figures[name] ?? 'null';
      return [`\`${name}\``, description, calculation === undefined ? shown : `${calculation.text} = ${shown}`];
    });
    return table(['figure', 'definition', 'July to December 2025'], rows);
  });
  const { sales, users, business } = reports;
  const [cohort] = users.cohorts;
  return [
    ...definitions,
    listOf(['label', 'gross', 'refunds', 'net', 'orders', 'units'], sales.groups),
    listOf(['month', 'buyers', 'retention', 'net'], cohort?.months ?? []),
    listOf(['gateway', 'succeeded', 'failed', 'success_rate'], business.payments),
    listOf(['gateway', 'code', 'count'], business.failures),
    listOf(['country', 'rate', 'name', 'taxable', 'tax'], business.taxes.slice(0, 5)),
  ];
};
