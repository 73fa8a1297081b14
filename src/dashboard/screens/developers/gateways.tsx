import type { Schemas } from '../../api/request.ts';
import { useResource } from '../../app/use-resource.ts';
import { Button } from '../../parts/button.tsx';
import type { Column } from '../../parts/column.tsx';
import { CopyIcon } from '../../parts/copy-button.tsx';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { Badge, Code, Time } from '../../parts/parts.tsx';
import { fill, t, textOf, valueLabel } from '../../text/text.ts';

type Setup = Schemas['PaymentGatewaySetup'];
type Health = Schemas['PaymentGatewayHealth'];

const TONES = { closed: 'good', half_open: 'warning', open: 'bad' } as const;

const Circuit = ({ circuit }: Pick<Health, 'circuit'>) => (
  <span class={`badge ${TONES[circuit]}`}>{t().gateways.circuits[circuit]}</span>
);

/** Operations are named by what was done, statuses of the same name by what came of it. */
const operationText = (operation: string): string => textOf(t().gateways.operations, operation);

const Failure = ({ failure }: Readonly<{ failure: Health['last_failure'] }>) =>
  failure === null ? (
    <span class="muted">{t().gateways.never}</span>
  ) : (
    <>
      <Time at={failure.at} />{' '}
      <span class="muted">
        {operationText(failure.operation)}: {valueLabel(failure.outcome)}
      </span>
    </>
  );

const Last = ({ at }: Readonly<{ at: string | null }>) =>
  at === null ? <span class="muted">{t().gateways.never}</span> : <Time at={at} isRelative />;

const isReady = ({ is_enabled: isEnabled, missing_settings: missing }: Setup): boolean =>
  isEnabled && missing.length === 0;

const setupColumns = (): readonly Column<Setup>[] => [
  {
    name: 'name',
    isTitle: true,
    cell: ({ name, is_live: isLive, webhook_url: url }) => (
      <>
        {/* one without a provider behind it has no test mode */}
        {name} {isLive !== null && url !== null && <Badge value={isLive ? 'live' : 'test'} />}
      </>
    ),
  },
  {
    name: 'status',
    cell: ({ is_enabled: isEnabled }) => <Badge value={isEnabled ? 'enabled' : 'off'} />,
  },
  {
    name: 'missing_settings',
    heading: t().gateways.missing,
    cell: (setup) =>
      isReady(setup) ? (
        t().gateways.complete
      ) : (
        <>
          {setup.missing_settings.map((setting) => (
            <div key={setting}>
              <Code>{setting}</Code>
            </div>
          ))}
          {!setup.is_enabled && <span class="muted">{fill(t().gateways.enable, { name: setup.name })}</span>}
        </>
      ),
  },
  {
    name: 'webhook_url',
    heading: t().gateways.webhookUrl,
    cell: ({ name, webhook_url: url }) =>
      url === null ? (
        <span class="muted">{t().gateways.noWebhooks}</span>
      ) : (
        <span class="copied-id">
          <Code>{url}</Code>
          <CopyIcon text={url} name={fill(t().gateways.copyUrl, { name })} />
        </span>
      ),
  },
  {
    name: 'last_webhook_at',
    heading: t().gateways.lastWebhook,
    cell: ({ last_webhook_at: at, webhook_url: url }) => (url === null ? <Time at={null} /> : <Last at={at} />),
  },
];

/** The payment gateways, what is missing of them, and how calls to them go. */
export const Gateways = () => {
  const state = useResource('/api/payment_gateways/health');
  const setup = useResource('/api/payment_gateways/setup');
  return (
    <article class="screen">
      <h1>{t().navigation.gateways}</h1>
      <LoadedList
        title={t().gateways.setup}
        state={setup}
        keyOf={({ name }) => name}
        empty={t().gateways.empty}
        remark={<p class="muted">{t().gateways.setupExplained}</p>}
        columns={setupColumns()}
      />
      <LoadedList
        title={t().gateways.health}
        state={state}
        keyOf={({ name }) => name}
        empty={t().gateways.empty}
        remark={<p class="muted">{t().gateways.explained}</p>}
        actions={<Button label={t().common.reload} onClick={state.reload} />}
        columns={[
          {
            name: 'name',
            isTitle: true,
            cell: ({ name, is_default: isDefault }) => (
              <>
                {name} {isDefault && <Badge value="default" />}
              </>
            ),
          },
          { name: 'status', cell: ({ circuit }) => <Circuit circuit={circuit} /> },
          { name: 'last_success_at', cell: ({ last_success_at: at }) => <Last at={at} /> },
          { name: 'last_failure', cell: ({ last_failure: failure }) => <Failure failure={failure} /> },
        ]}
      />
    </article>
  );
};
