import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';

export type EndpointId = Id<'wh'>;

/** Whether a resource's next event waits until the one before it was received or given up. */
export type Ordering = 'none' | 'resource';

/** Why an endpoint is sent nothing: its owner said so, it answered 410, or it failed for days. */
export type DisabledReason = 'requested' | 'gone' | 'failing';

/** A secret that deliveries are signed with, encrypted. */
export type SigningSecret = Readonly<{
  encrypted: string;
  /** When it ceases to sign; null for the one that was made last. */
  expiresAt: Date | null;
}>;

/** Where events are sent to. */
export type WebhookEndpoint = Readonly<{
  id: EndpointId;
  version: number;
  url: string;
  /** Patterns of the types that it is sent. */
  events: readonly string[];
  ordering: Ordering;
  description: string | null;
  enabled: boolean;
  /** Null while it is enabled. */
  disabledReason: DisabledReason | null;
  /** Since when it is, or was last, enabled: earlier events are not for it. */
  enabledAt: Date;
  /** The newest first. */
  secrets: readonly SigningSecret[];
  createdAt: Date;
  updatedAt: Date;
}>;

export type EndpointFields = Pick<WebhookEndpoint, 'url' | 'events' | 'ordering' | 'description' | 'enabled'>;

const MAX_SECRETS = 5;

/** A shop has no more of them. */
export const MAX_ENDPOINTS = 1_000;

export const WebhookEndpoint = {
  create: (
    id: EndpointId,
    fields: EndpointFields,
    { encrypted, at }: { encrypted: string; at: Date },
  ): WebhookEndpoint => ({
    ...fields,
    id,
    version: 1,
    disabledReason: fields.enabled ? null : 'requested',
    enabledAt: at,
    secrets: [{ encrypted, expiresAt: null }],
    createdAt: at,
    updatedAt: at,
  }),

  change: (endpoint: WebhookEndpoint, fields: Partial<EndpointFields>, at: Date): WebhookEndpoint => {
    const enabled = fields.enabled ?? endpoint.enabled;
    return {
      ...endpoint,
      ...fields,
      enabledAt: enabled && !endpoint.enabled ? at : endpoint.enabledAt,
      disabledReason: enabled ? null : (endpoint.disabledReason ?? 'requested'),
      version: endpoint.version + 1,
      updatedAt: at,
    };
  },

  /** Sends it nothing more; one that is disabled stays as it is. */
  disable: (endpoint: WebhookEndpoint, reason: DisabledReason, at: Date): WebhookEndpoint =>
    endpoint.enabled
      ? { ...endpoint, enabled: false, disabledReason: reason, version: endpoint.version + 1, updatedAt: at }
      : endpoint,

  /**
   * Signs with a new secret, and with those before it until the overlap ends.
   * @throws DomainError `invalid_state` where as many sign as may.
   */
  rotate: (
    endpoint: WebhookEndpoint,
    { encrypted, overlapMs, at }: Readonly<{ encrypted: string; overlapMs: number; at: Date }>,
  ): WebhookEndpoint => {
    const end = new Date(at.getTime() + overlapMs);
    const before = endpoint.secrets
      .map((secret) => ({ ...secret, expiresAt: earlier(secret.expiresAt, end) }))
      .filter(({ expiresAt }) => expiresAt > at);
    if (before.length >= MAX_SECRETS) {
      throw invalidState(`${before.length} secrets sign already: wait until one has ended.`, 'rotating');
    }
    const secrets = [{ encrypted, expiresAt: null }, ...before];
    return { ...endpoint, secrets, version: endpoint.version + 1, updatedAt: at };
  },

  /** Those that sign at a time, the newest first. */
  secretsAt: ({ secrets }: WebhookEndpoint, at: Date): readonly string[] =>
    secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > at).map(({ encrypted }) => encrypted),
};

const earlier = (a: Date | null, b: Date): Date => (a !== null && a < b ? a : b);
