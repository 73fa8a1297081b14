import { useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { etagOf, request, type Schemas } from '../api/request.ts';
import { caller } from '../app/session.ts';
import { type Action, ActionButton } from '../form/action-button.tsx';
import type { Field } from '../form/field.ts';
import { savedText } from '../form/saved-text.ts';
import { sendFields } from '../form/send-action.ts';
import { ResourceList } from '../list/resource-list.tsx';
import type { Column } from '../parts/column.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { DocsLink } from '../parts/docs-link.tsx';
import { Badge, Code, Time } from '../parts/parts.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { t } from '../text/text.ts';
import { publishablePresets, secretPresets } from './key-presets.ts';

type ApiKey = Schemas['ApiKey'];
type IssuedKey = Schemas['IssuedApiKey'];

const stateOf = ({ revoked_at: revokedAt, expires_at: expiresAt }: ApiKey): string => {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active';
};

const COLUMNS: readonly Column<ApiKey>[] = [
  { name: 'name', cell: ({ name }) => name, place: 'title' },
  { name: 'prefix', cell: ({ prefix }) => <Code>{prefix}…</Code>, place: 'detail' },
  { name: 'kind', cell: ({ kind }) => <Badge value={kind} />, place: 'end' },
  { name: 'status', cell: (key) => <Badge value={stateOf(key)} />, text: stateOf, place: 'detail' },
  {
    name: 'scopes',
    cell: ({ scopes }) => scopes.join(', '),
    text: ({ scopes }) => scopes.join(' '),
  },
  { name: 'last_used_at', cell: (key) => <Time at={key.last_used_at} /> },
  { name: 'expires_at', cell: (key) => <Time at={key.expires_at} /> },
  { name: 'rate_limit', cell: (key) => key.rate_limit, isOptional: true },
  { name: 'allowed_ips', cell: (key) => key.allowed_ips?.join(', '), isOptional: true },
  { name: 'allowed_origins', cell: (key) => key.allowed_origins?.join(', '), isOptional: true },
  { name: 'created_at', cell: (key) => <Time at={key.created_at} />, isOptional: true },
];

/** The scopes that the user can give to a key: their own. */
const grantable = (): readonly string[] => {
  const scopes = caller.value?.scopes ?? [];
  return scopes.includes('*') ? Object.keys(t().scopes) : scopes;
};

/** The scopes of a key, with what each allows. */
const scopesField = (): Field => ({
  name: 'scopes',
  kind: 'tree',
  isUnfolded: true,
  values: grantable(),
  labels: Object.fromEntries(Object.entries(t().scopes).map(([scope, text]) => [scope, `${scope} – ${text}`])),
  isRequired: true,
});

const limitFields = (): Field[] => [
  { name: 'expires_at', kind: 'time' },
  { name: 'allowed_ips', kind: 'chips', hint: t().keys.addressesHint },
  { name: 'rate_limit', kind: 'text', hint: t().keys.rateHint },
];

const secretFields = (): Field[] => [{ name: 'name', kind: 'text', isRequired: true }, scopesField(), ...limitFields()];

const publishableFields = (): Field[] => [
  { name: 'name', kind: 'text', isRequired: true },
  { name: 'allowed_origins', kind: 'chips', maxLength: 300, isRequired: true, hint: t().keys.originsHint },
  { name: 'expires_at', kind: 'time' },
  { name: 'rate_limit', kind: 'text', hint: t().keys.rateHint },
];

type Body = Schemas['ApiKeyInput'];

const createSecret = (): Action => ({
  label: t().keys.createSecret,
  scope: 'keys:write',
  isPrimary: true,
  explanation: t().keys.secretExplained,
  presets: secretPresets(grantable()),
  fields: secretFields(),
  run: async (input, idempotencyKey) => {
    const body = input as Body;
    // without scopes, the API gives the key all of the user's
    if (body.scopes === undefined) throw ApiError.atField('scopes', 'is required');
    return (await request('post', '/api/auth/keys', { body, idempotencyKey })).data;
  },
  done: t().keys.created,
});

const createPublishable = (): Action => ({
  label: t().keys.createPublishable,
  scope: 'keys:write',
  explanation: t().keys.publishableExplained,
  presets: publishablePresets(),
  fields: publishableFields(),
  run: sendFields('post', '/api/auth/keys', { body: { kind: 'publishable' } }),
  done: t().keys.created,
});

/** The permissions and the expiry of a key never change. */
const CHANGEABLE = new Set(['name', 'allowed_ips', 'allowed_origins', 'rate_limit']);

const change = ({ id, version, kind, ...key }: ApiKey): Action => ({
  label: t().common.edit,
  scope: 'keys:write',
  fields: (kind === 'publishable' ? publishableFields() : secretFields()).filter(({ name }) => CHANGEABLE.has(name)),
  initial: key,
  isPatch: true,
  run: (body) =>
    request('patch', '/api/auth/keys/{id}', {
      params: { id },
      body: body as Schemas['ApiKeyPatch'],
      ifMatch: etagOf(version),
    }),
  done: savedText,
});

const rotate = ({ id, kind }: ApiKey): Action => ({
  label: t().keys.rotate,
  scope: 'keys:write',
  isAllowed: kind === 'secret',
  explanation: t().keys.rotateExplained,
  fields: [{ name: 'overlap_seconds', kind: 'integer', hint: t().keys.overlapHint }],
  initial: { overlap_seconds: 86_400 },
  run: sendFields('post', '/api/auth/keys/{id}/rotate', { params: { id } }),
  done: t().keys.created,
});

const revoke = ({ id, name }: ApiKey): Action => ({
  label: t().keys.revoke,
  scope: 'keys:write',
  isDanger: true,
  explanation: (
    <>
      <strong>{name}</strong>: {t().keys.revokeExplained}
    </>
  ),
  run: () => request('delete', '/api/auth/keys/{id}', { params: { id } }),
  done: t().keys.revoked,
});

/** The API keys: created, changed, rotated and revoked here. */
export const Keys = () => {
  const [issued, setIssued] = useState<IssuedKey | undefined>();
  return (
    <>
      <ResourceList
        path="/api/auth/keys"
        title={t().navigation.keys}
        columns={COLUMNS}
        icon="key"
        empty={t().keys.empty}
        actions={(reload) => (
          <>
            <DocsLink path="/docs/guides/quick-start" label={t().docs.quickStart} />
            {[createPublishable(), createSecret()].map((action) => (
              <ActionButton
                key={action.label}
                action={action}
                onDone={(result) => {
                  setIssued(result as IssuedKey);
                  reload();
                }}
              />
            ))}
          </>
        )}
        rowActions={(key, reload) =>
          stateOf(key) === 'active' && (
            <>
              <ActionButton action={change(key)} onDone={reload} />
              <ActionButton
                action={rotate(key)}
                onDone={(result) => {
                  setIssued(result as IssuedKey);
                  reload();
                }}
              />
              <ActionButton action={revoke(key)} onDone={reload} />
            </>
          )
        }
      />
      {issued && <IssuedKeyDialog issued={issued} onClose={() => setIssued(undefined)} />}
    </>
  );
};

/** Shows a key this once. */
const IssuedKeyDialog = ({ issued, onClose }: Readonly<{ issued: IssuedKey; onClose: () => void }>) => {
  const path = issued.scopes.includes('orders:read') ? '/api/orders' : '/api/products';
  const { name, key = '' } = issued;
  const command = `curl ${location.origin}${path} -H "Authorization: Bearer ${key}"`;
  return (
    <SecretDialog
      title={name}
      secret={key}
      {...(issued.kind === 'publishable' ? { explanation: t().keys.publishableShown } : {})}
      onClose={onClose}
    >
      <p>{t().keys.tryIt}</p>
      <pre>
        <code>{command}</code>
      </pre>
      <CopyButton text={command} />
    </SecretDialog>
  );
};
