import type { Schemas } from '../../api/request.ts';
import { useResource } from '../../app/use-resource.ts';
import { Button } from '../../parts/button.tsx';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { Badge, Time } from '../../parts/parts.tsx';
import { t, textOf, valueLabel } from '../../text/text.ts';

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

/** The enabled payment gateways, and how calls to them go. */
export const Gateways = () => {
  const state = useResource('/api/payment_gateways/health');
  return (
    <article class="screen">
      <h1>{t().navigation.gateways}</h1>
      <LoadedList
        title={t().navigation.gateways}
        state={state}
        keyOf={({ name }) => name}
        empty={t().gateways.empty}
        remark={<p class="muted">{t().gateways.explained}</p>}
        actions={<Button label={t().common.reload} onClick={state.reload} />}
        columns={[
          {
            name: 'name',
            cell: ({ name, is_default: isDefault, is_live: isLive }) => (
              <>
                {name} {isDefault && <Badge value="default" />} <Badge value={isLive ? 'live' : 'test'} />
              </>
            ),
          },
          { name: 'status', cell: ({ circuit }) => <Circuit circuit={circuit} /> },
          { name: 'last_success_at', cell: ({ last_success_at: at }) => <Time at={at} /> },
          { name: 'last_failure', cell: ({ last_failure: failure }) => <Failure failure={failure} /> },
        ]}
      />
    </article>
  );
};
