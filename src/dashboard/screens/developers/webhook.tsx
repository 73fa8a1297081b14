import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/request.ts';
import { BASE, type ScreenProps } from '../../app/base.ts';
import { useResource } from '../../app/use-resource.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { sendFields, sendFixed } from '../../form/send-action.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import { Button } from '../../parts/button.tsx';
import type { Column } from '../../parts/column.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { JsonBlock } from '../../parts/json-block.tsx';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { Badge, Code, Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { number } from '../../text/format.ts';
import { t, valueLabel } from '../../text/text.ts';
import { eventsText, rateText } from './webhooks.tsx';

type Webhook = Schemas['ShownWebhook'];
type Delivery = Schemas['WebhookDelivery'];

const COLUMNS: readonly Column<Delivery>[] = [
  { name: 'created_at', cell: (delivery) => <Time at={delivery.created_at} />, place: 'detail' },
  { name: 'status', cell: ({ status }) => <Badge value={status} />, place: 'end' },
  { name: 'event_type', cell: (delivery) => <Code>{delivery.event_type}</Code>, place: 'title' },
  { name: 'resource_id', cell: (delivery) => <CopiedId id={delivery.resource_id} /> },
  { name: 'attempts', cell: ({ attempts }) => number(attempts.length), isNumeric: true },
  { name: 'next_attempt_at', cell: (delivery) => <Time at={delivery.next_attempt_at} />, isOptional: true },
];

const test = ({ id }: Webhook): Action => ({
  label: t().webhooks.test,
  scope: 'webhooks:write',
  isPrimary: true,
  explanation: t().webhooks.testExplained,
  run: sendFixed('post', '/api/webhooks/{id}/test', { params: { id } }),
  done: t().webhooks.tested,
});

const replay = ({ id }: Webhook): Action => ({
  label: t().webhooks.replay,
  scope: 'webhooks:write',
  explanation: t().webhooks.replayExplained,
  fields: [
    { name: 'from', kind: 'time', isRequired: true },
    { name: 'to', kind: 'time' },
    { name: 'status', kind: 'choice', values: ['pending', 'succeeded', 'failed'] },
  ],
  run: sendFields('post', '/api/webhooks/{id}/replay', { params: { id } }),
  done: t().webhooks.replayed,
});

const rotate = ({ id }: Webhook): Action => ({
  label: t().webhooks.rotate,
  scope: 'webhooks:write',
  explanation: t().webhooks.rotateExplained,
  run: sendFields('post', '/api/webhooks/{id}/rotate_secret', { params: { id } }),
  done: t().webhooks.rotated,
});

const retry = ({ id: delivery, webhook_id: id }: Delivery): Action => ({
  label: t().webhooks.retry,
  scope: 'webhooks:write',
  run: sendFixed('post', '/api/webhooks/{id}/deliveries/{delivery_id}/retry', {
    params: { id, delivery_id: delivery },
  }),
  done: t().webhooks.retried,
});

/** One endpoint with its deliveries. */
export const WebhookScreen = ({ id = '' }: ScreenProps) => {
  const state = useResource('/api/webhooks/{id}', { params: { id } });
  const [shown, setShown] = useState<Delivery | undefined>();
  const [secret, setSecret] = useState<string | undefined>();
  const [tested, setTested] = useState<Attempt | undefined>();
  return (
    <ResourcePage
      state={state}
      parent={{ href: `${BASE}/webhooks`, label: t().navigation.webhooks }}
      title={({ url }) => url}
      actions={(webhook) => (
        <>
          <ActionButton action={replay(webhook)} />
          <ActionButton
            action={rotate(webhook)}
            onDone={(result) => setSecret((result as Schemas['IssuedWebhook']).secret)}
          />
          <ActionButton action={test(webhook)} onDone={(result) => setTested(result as Attempt)} />
        </>
      )}
    >
      {(webhook) => (
        <>
          <Overview webhook={webhook} />
          <ResourceList
            path="/api/webhooks/{id}/deliveries"
            params={{ id }}
            title={t().webhooks.deliveries}
            isPart
            columns={COLUMNS}
            empty={t().webhooks.noDeliveries}
            rowActions={(delivery, reload) => (
              <>
                <Button label={t().common.show} onClick={() => setShown(delivery)} />
                <ActionButton action={retry(delivery)} onDone={reload} />
              </>
            )}
          />
          {shown && <DeliveryDialog delivery={shown} onClose={() => setShown(undefined)} />}
          {tested && (
            <Dialog title={t().webhooks.test} onClose={() => setTested(undefined)} isWide>
              <AttemptView attempt={tested} />
            </Dialog>
          )}
          {secret && <SecretDialog title={t().webhooks.secret} secret={secret} onClose={() => setSecret(undefined)} />}
        </>
      )}
    </ResourcePage>
  );
};

const Overview = ({ webhook }: Readonly<{ webhook: Webhook }>) => (
  <Section title={t().common.overview}>
    <Facts
      facts={[
        ['status', <Badge key="status" value={webhook.enabled ? 'enabled' : 'disabled'} />],
        webhook.disabled_reason !== null && ['disabled_reason', t().webhooks.reasons[webhook.disabled_reason]],
        ['success_rate', rateText(webhook.success_rate)],
        ['events', eventsText(webhook.events)],
        webhook.description !== null && ['description', webhook.description],
        ['id', <CopiedId key="id" id={webhook.id} />],
        ['created_at', <Time key="created" at={webhook.created_at} />],
      ]}
    />
  </Section>
);

type Attempt = Pick<
  Schemas['DeliveryAttempt'],
  'at' | 'status' | 'duration_ms' | 'response_code' | 'response_body' | 'error'
>;

/** The response to an attempt, or why there was none. */
const AttemptView = ({ attempt }: Readonly<{ attempt: Attempt }>) => (
  <section>
    <p>
      <Time at={attempt.at} /> <Badge value={attempt.status} />{' '}
      {attempt.response_code ?? valueLabel(attempt.error ?? '')}{' '}
      <span class="muted">{number(attempt.duration_ms)} ms</span>
    </p>
    {attempt.response_body && <JsonBlock value={attempt.response_body} />}
  </section>
);

/** A delivery: the event that was sent, and the response to each attempt. */
const DeliveryDialog = ({ delivery, onClose }: Readonly<{ delivery: Delivery; onClose: () => void }>) => {
  const event = useResource('/api/events/{id}', { params: { id: delivery.event_id } });
  return (
    <Dialog title={delivery.event_type} onClose={onClose} isWide>
      {delivery.attempts.map((attempt) => (
        <AttemptView key={attempt.at} attempt={attempt} />
      ))}
      <h3>{t().webhooks.request}</h3>
      <LoadedContent state={event}>{(data) => <JsonBlock value={data} />}</LoadedContent>
    </Dialog>
  );
};
