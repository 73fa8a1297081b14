/** A panel of the dashboard. */
export type Panel = Readonly<{
  row: string;
  title: string;
  /** As Grafana names it. */
  unit?: string;
  /** By legend. */
  queries: Readonly<Record<string, string>>;
}>;

/** The order of the rows. */
const ROWS = ['Requests', 'Database', 'Payments', 'Queues', 'Process'];

/** Of Grafana 11, which later versions read too. */
const SCHEMA_VERSION = 39;

/** Grafana's grid has 24 columns. */
const [WIDTH, HEIGHT] = [8, 8];

const DATASOURCE = { type: 'prometheus', uid: `\${datasource}` };

type Position = Readonly<{ id: number; x: number; y: number }>;

const graph = ({ title, unit = 'short', queries }: Panel, { id, x, y }: Position) => ({
  id,
  type: 'timeseries',
  title,
  datasource: DATASOURCE,
  gridPos: { h: HEIGHT, w: WIDTH, x, y },
  fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10 } }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom', showLegend: true }, tooltip: { mode: 'multi' } },
  targets: Object.entries(queries).map(([legendFormat, expr], index) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    datasource: DATASOURCE,
    expr,
    legendFormat,
  })),
});

/** Three panels beside each other, below the title of their row. */
const panelsOf = (panels: readonly Panel[]): object[] => {
  const all: object[] = [];
  let y = 0;
  for (const title of ROWS) {
    const own = panels.filter(({ row }) => row === title);
    all.push({
      id: all.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { h: 1, w: 24, x: 0, y },
      panels: [],
    });
    own.forEach((panel, index) => {
      const position = { x: (index % 3) * WIDTH, y: y + 1 + Math.floor(index / 3) * HEIGHT };
      all.push(graph(panel, { id: all.length + 1, ...position }));
    });
    y += 1 + Math.ceil(own.length / 3) * HEIGHT;
  }
  return all;
};

/** The processes that have answered scrapes; all of them at first. */
const INSTANCES = {
  name: 'instance',
  label: 'Instance',
  type: 'query',
  datasource: DATASOURCE,
  query: { query: 'label_values(build_info, instance)', refId: 'instance' },
  refresh: 2,
  multi: true,
  includeAll: true,
  allValue: '.*',
  current: { text: 'All', value: '$__all' },
};

/** A dashboard for Grafana: `npm run monitoring` writes it. */
export const dashboard = (panels: readonly Panel[]): object => ({
  uid: 'commerce',
  title: 'Commerce',
  tags: ['commerce'],
  schemaVersion: SCHEMA_VERSION,
  editable: true,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: {
    list: [
      { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', current: {} },
      INSTANCES,
    ],
  },
  panels: panelsOf(panels),
});
