import type { Origin } from '#core/access/origin.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { newResource, nextVersion, type Resource } from '#core/shared/resource.ts';

export type EndpointId = Id<'wh'>;

/** Whether an event waits until the previous event of its resource was delivered or given up. */
export type Ordering = 'none' | 'resource';

/**
 * Why an endpoint is disabled: by request, after 410, after failing for days, with its owner, or because the session
 * that set it up was ended by force, or the key revoked.
 */
export type DisabledReason = 'requested' | 'gone' | 'failing' | 'owner_disabled' | 'session_ended' | 'key_revoked';

/** Somebody else’s access was ended with it: whoever enables it again sets it up. */
const BY_FORCE: ReadonlySet<DisabledReason | null> = new Set(['owner_disabled', 'session_ended', 'key_revoked']);

/** A signing secret, encrypted. */
export type SigningSecret = Readonly<{
  encrypted: string;
  /** When it stops signing; null for the newest secret. */
  expiresAt: Date | null;
}>;

/** The target URL. */
export type WebhookEndpoint = Resource<'wh'> &
  Readonly<{
    /** Whose events it receives: those that this user may read now. Null once the user was erased. */
    ownerId: Id<'usr'> | null;
    /**
     * The session that created it, or gave it its URL, its secret or its owner at last, itself or by a key that the session
     * created; null if no session did.
     */
    setUpBySession: Id<'ses'> | null;
    /** The key that did; null if a session or the operator did. */
    setUpByKey: Id<'key'> | null;
    url: string;
    /** Patterns of event types. */
    events: readonly string[];
    ordering: Ordering;
    description: string | null;
    enabled: boolean;
    /** Null while it is enabled. */
    disabledReason: DisabledReason | null;
    /** The time of the last activation: earlier events are not delivered. */
    enabledAt: Date;
    /** The newest first. */
    secrets: readonly SigningSecret[];
  }>;

/** The fields of a writer. */
export type EndpointFields = Pick<WebhookEndpoint, 'url' | 'events' | 'ordering' | 'description' | 'enabled'>;

export type EndpointChange = Partial<EndpointFields> & Readonly<{ ownerId?: Id<'usr'> | undefined }>;

/** By whom an endpoint is set up, and its secret. */
type SetUp = Readonly<{ origin: Origin; encrypted: string; at: Date }>;

/** By whom an endpoint is set up. */
export const setUpBy = ({ session, key }: Origin): Pick<WebhookEndpoint, 'setUpBySession' | 'setUpByKey'> => ({
  setUpBySession: session,
  setUpByKey: key,
});

const MAX_SECRETS = 5;

/** The limit per shop. */
export const MAX_ENDPOINTS = 1_000;

export const WebhookEndpoint = {
  create: (
    id: EndpointId,
    fields: EndpointFields,
    { ownerId, origin, encrypted, at }: SetUp & Pick<WebhookEndpoint, 'ownerId'>,
  ): WebhookEndpoint => ({
    ...newResource(id, at),
    ...fields,
    ownerId,
    ...setUpBy(origin),
    disabledReason: fields.enabled ? null : 'requested',
    enabledAt: at,
    secrets: [{ encrypted, expiresAt: null }],
  }),

  /** Changes fields, or the owner. */
  change: (endpoint: WebhookEndpoint, fields: EndpointChange, at: Date): WebhookEndpoint => {
    const enabled = fields.enabled ?? endpoint.enabled;
    return nextVersion(
      endpoint,
      {
        ...fields,
        ownerId: fields.ownerId ?? endpoint.ownerId,
        enabledAt: enabled && !endpoint.enabled ? at : endpoint.enabledAt,
        disabledReason: enabled ? null : (endpoint.disabledReason ?? 'requested'),
      },
      at,
    );
  },

  /** Disables the endpoint; a disabled one is unchanged, unless it is disabled by force now. */
  disable: (endpoint: WebhookEndpoint, reason: DisabledReason, at: Date): WebhookEndpoint => {
    const isDue = endpoint.enabled || (BY_FORCE.has(reason) && !BY_FORCE.has(endpoint.disabledReason));
    return isDue ? nextVersion(endpoint, { enabled: false, disabledReason: reason }, at) : endpoint;
  },

  isDisabledByForce: ({ disabledReason }: WebhookEndpoint): boolean => BY_FORCE.has(disabledReason),

  /** The owner’s permissions changed: a new version, so that dispatchers read them. */
  withChangedOwner: (endpoint: WebhookEndpoint, at: Date): WebhookEndpoint => nextVersion(endpoint, {}, at),

  /** Disables the endpoint because its user was erased. */
  withoutOwner: (endpoint: WebhookEndpoint, at: Date): WebhookEndpoint => {
    const disabled = WebhookEndpoint.disable(endpoint, 'owner_disabled', at);
    return { ...disabled, ownerId: null, version: endpoint.version + 1, updatedAt: at };
  },

  /**
   * Signs with a new secret, and with the earlier ones until the overlap ends.
   * @throws DomainError `invalid_state` at the limit of concurrent secrets.
   */
  rotate: (
    endpoint: WebhookEndpoint,
    { origin, encrypted, overlapMs, at }: SetUp & Readonly<{ overlapMs: number }>,
  ): WebhookEndpoint => {
    const end = new Date(at.getTime() + overlapMs);
    const before = endpoint.secrets
      .map((secret) => ({ ...secret, expiresAt: earlier(secret.expiresAt, end) }))
      .filter(({ expiresAt }) => expiresAt > at);
    if (before.length >= MAX_SECRETS) {
      throw invalidState(`${before.length} secrets are active: wait until one has ended.`, 'rotating');
    }
    const secrets = [{ encrypted, expiresAt: null }, ...before];
    return nextVersion(endpoint, { secrets, ...setUpBy(origin) }, at);
  },

  /** The secrets active at a time, the newest first. */
  secretsAt: ({ secrets }: WebhookEndpoint, at: Date): readonly string[] =>
    secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > at).map(({ encrypted }) => encrypted),
};

const earlier = (a: Date | null, b: Date): Date => (a !== null && a < b ? a : b);

/** @throws DomainError `invalid_state` for a disabled endpoint. */
export const requireEnabled = ({ enabled }: WebhookEndpoint): void => {
  if (!enabled) throw invalidState('The webhook is disabled: enable it first.', 'disabled');
};
