import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parse, stringify } from 'yaml';
import { PROJECT } from '../../support/documents/document-commands.ts';
import { monitoredExpressions, monitoringDocuments } from '../../support/documents/monitoring-documents.ts';
import { installed } from '../../support/installed.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const ALERTS = path.join(PROJECT, 'docs/monitoring/alerts.yaml');

const run = promisify(execFile);
/** Debian installs it beside Prometheus. */
const promtool = installed('promtool');

/** Functions of PromQL with an underscore. */
const FUNCTIONS = ['histogram_quantile', 'last_over_time'];

/** The names in an expression with an underscore, without what is quoted. */
const metricsIn = (expression: string): string[] =>
  (expression.replaceAll(/"[^"]*"/g, '').match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? []).filter(
    (name) => !FUNCTIONS.includes(name),
  );

/** Those of histograms have names of their own. */
const ofHistogram = (name: string): string => name.replace(/_(?:bucket|count|sum)$/, '');

describe('the monitoring', () => {
  it('is written from its metrics', async () => {
    for (const [file, text] of monitoringDocuments()) {
      expect(await readFile(path.join(PROJECT, file), 'utf8'), `Run \`npm run monitoring\`: ${file}`).to.equal(text);
    }
  });
});

onStorage('postgres', 'alerts and the dashboard', ({ app }) => {
  let metrics: string;
  before(async () => {
    metrics = (await app().call('/metrics', { key: null })).text;
  });

  it('name metrics that the service has', () => {
    const types = new Set([...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const named = monitoredExpressions().flatMap(metricsIn).map(ofHistogram);
    expect(named.filter((name) => !types.has(name))).to.deep.equal([]);
    expect(named).to.include.members(['build_info', 'payments_needing_attention', 'process_cpu_seconds_total']);
  });

  it('find a value of each gauge that is alerted when absent, also in a new shop', async () => {
    const [, absent = ''] = /- alert: StorageGaugesAbsent\n +expr: (.*)/.exec(await readFile(ALERTS, 'utf8')) ?? [];
    const gauges = [...absent.matchAll(/absent\((\w+)\)/g)].map(([, name = '']) => name);
    expect(gauges).to.include('event_backlog');
    for (const gauge of gauges) expect(metrics).to.match(new RegExp(`^${gauge}[ {]`, 'm'));
  });
});

/** Series of two processes, and what fires at some times. */
const CASES = {
  interval: '1m',
  input_series: [
    { series: 'http_request_duration_seconds_count{instance="a",status="200"}', values: '0+98x60' },
    { series: 'http_request_duration_seconds_count{instance="a",status="500"}', values: '0x20 0+2x40' },
    { series: 'payments_needing_attention{instance="a"}', values: '0x9 1x2000' },
    { series: 'payments_needing_attention{instance="b"}', values: '0x9 1x2000' },
    { series: 'event_backlog{instance="a",publisher="nats"}', values: '0x10 5x10 _x10 0x2000' },
    { series: 'event_backlog_oldest_seconds{instance="a",publisher="nats"}', values: '0x9 61x10' },
    {
      series: 'webhook_attempts_total{instance="a",webhook="wh_1",outcome="given_up"}',
      values: '_x30 1x40 stale 1x60',
    },
    ...[
      ...['payment_operations_pending', 'payment_check_overdue_seconds', 'webhook_deliveries_pending'],
      ...['mails_pending', 'invoice_files_pending'],
    ].map((series) => ({ series, values: '0x2000' })),
  ],
};

type Firing = readonly [alert: string, minute: number, labels: readonly Readonly<Record<string, string>>[]];

const FIRING: readonly Firing[] = [
  ['RequestsFail', 20, []],
  ['RequestsFail', 40, [{ severity: 'critical' }]],
  ['PaymentsNeedAttention', 600, []],
  ['PaymentsNeedAttention', 1_460, [{ severity: 'warning' }]],
  ['EventsLate', 9, []],
  ['EventsLate', 12, [{ severity: 'warning', publisher: 'nats' }]],
  ['StorageGaugesAbsent', 21, []],
  ['StorageGaugesAbsent', 29, [{ severity: 'critical' }]],
  ['StorageGaugesAbsent', 40, []],
  ['WebhookGivenUp', 29, []],
  ['WebhookGivenUp', 31, [{ severity: 'warning', webhook: 'wh_1' }]],
  // after a scrape that failed
  ['WebhookGivenUp', 86, []],
];

type Annotations = Readonly<Record<string, string>>;

/** What a rule says of an alert with some labels. */
const annotationsOf = async (alert: string) => {
  const { groups } = parse(await readFile(ALERTS, 'utf8'));
  const rule = groups[0].rules.find((each: { alert: string }) => each.alert === alert);
  return (labels: Readonly<Record<string, string>>): Annotations =>
    Object.fromEntries(
      Object.entries(rule.annotations as Annotations).map(([name, text]) => [
        name,
        text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? ''),
      ]),
    );
};

if (promtool !== undefined) {
  describe('the rules of Prometheus', () => {
    let folder: string;
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'rules-'));
    });
    after(() => rm(folder, { recursive: true, force: true }));

    it('are valid', async () => {
      expect((await run(promtool, ['check', 'rules', ALERTS])).stdout).to.include('SUCCESS');
    });

    for (const [alert, minute, labels] of FIRING) {
      it(`${labels.length === 0 ? 'do not fire' : 'fire'} ${alert} after ${minute} minutes`, async () => {
        const file = path.join(folder, `${alert}-${minute}.yaml`);
        const annotations = await annotationsOf(alert);
        const alerts = labels.map((each) => ({ exp_labels: each, exp_annotations: annotations(each) }));
        const tests = [
          { ...CASES, alert_rule_test: [{ eval_time: `${minute}m`, alertname: alert, exp_alerts: alerts }] },
        ];
        await writeFile(file, stringify({ rule_files: [ALERTS], evaluation_interval: '1m', tests }));
        await run(promtool, ['test', 'rules', file]);
      });
    }
  });
}
