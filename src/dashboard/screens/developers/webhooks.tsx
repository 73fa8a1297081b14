import { useState } from 'preact/hooks';
import { LISTS } from '../../api/lists.ts';
import type { Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { ActionButton, ActionButtons } from '../../form/action-button.tsx';
import { type Crud, changeAction, createAction, removeAction } from '../../form/crud.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import type { Column } from '../../parts/column.tsx';
import { DocsLink } from '../../parts/docs-link.tsx';
import { Badge, Time } from '../../parts/parts.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { percent } from '../../text/format.ts';
import { t, valueLabel } from '../../text/text.ts';

type Webhook = Schemas['ShownWebhook'];

const stateOf = ({ enabled, disabled_reason: reason }: Webhook): string => {
  if (enabled) return 'enabled';
  return reason === 'failing' || reason === 'gone' ? 'failed' : 'disabled';
};

/** The part of the last deliveries that succeeded. */
export const rateText = (rate: number | null) => (rate === null ? <span class="muted">–</span> : percent(rate));

/** The types of events that an endpoint gets. */
export const eventsText = (events: readonly string[]): string =>
  events.includes('*') ? t().common.all : events.join(', ');

const COLUMNS: readonly Column<Webhook>[] = [
  { name: 'url', cell: ({ url }) => url, place: 'title' },
  { name: 'status', cell: (webhook) => <Badge value={stateOf(webhook)} />, text: stateOf, place: 'end' },
  { name: 'success_rate', cell: ({ success_rate: rate }) => rateText(rate), isNumeric: true },
  { name: 'events', cell: ({ events }) => eventsText(events), text: ({ events }) => events.join(' '), place: 'detail' },
  { name: 'ordering', cell: ({ ordering }) => valueLabel(ordering), isOptional: true },
  { name: 'description', cell: ({ description }) => description },
  { name: 'created_at', cell: (webhook) => <Time at={webhook.created_at} />, isOptional: true },
];

const CRUD: Crud = {
  path: '/api/webhooks',
  scope: 'webhooks:write',
  fields: () => [
    { name: 'url', kind: 'text', isRequired: true, hint: t().webhooks.urlHint },
    {
      ...{ name: 'events', kind: 'tree', isRequired: true, hint: t().webhooks.eventsHint },
      values: LISTS['/api/events'].filters.type.values,
    },
    { name: 'ordering', kind: 'choice', values: ['none', 'resource'], isRequired: true },
    { name: 'description', kind: 'text' },
    { name: 'enabled', kind: 'flag' },
  ],
};

const NEW = { events: ['*'], ordering: 'none', enabled: true };

/** Webhook endpoints. The secret of a new one is shown once. */
export const Webhooks = () => {
  const [secret, setSecret] = useState<string | undefined>();
  return (
    <>
      <ResourceList
        path="/api/webhooks"
        title={t().navigation.webhooks}
        columns={COLUMNS}
        hrefOf={({ id }) => `${BASE}/webhooks/${id}`}
        icon="webhook"
        empty={t().webhooks.empty}
        actions={(reload) => (
          <>
            <DocsLink path="/docs/guides/webhooks" label={t().docs.webhooks} />
            <ActionButton
              action={createAction(CRUD, { label: t().webhooks.create, initial: NEW })}
              onDone={(result) => {
                setSecret((result as Schemas['IssuedWebhook']).secret);
                reload();
              }}
            />
          </>
        )}
        rowActions={(webhook, reload) => (
          <ActionButtons
            actions={[changeAction(CRUD, webhook), removeAction(CRUD, webhook, t().webhooks.deleteExplained)]}
            onDone={reload}
          />
        )}
      />
      {secret && <SecretDialog title={t().webhooks.secret} secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
};
