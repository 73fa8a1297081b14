import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
} from 'cockatiel';
import { type GatewayCallKind, isOutcomeOf } from '#core/payments/apply-outcome.ts';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { GatewayHealth } from '#core/payments/payment-gateway-view.ts';
import type { SavedMethods } from '#core/payments/saved-methods.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';
import type { SpanStart, Tracing } from '#core/shared/tracing.ts';
import { makeHealthRecord } from './health-record.ts';

/** A call to a gateway and its result. */
export type GatewayCall = Readonly<{ gateway: string; operation: string; outcome: string; seconds: number }>;

type Deps = Readonly<{
  observe: (call: GatewayCall) => void;
  /** Undefined: calls are not traced. */
  tracing?: Tracing | undefined;
  log: Log;
  systemClock: SystemClock;
  /** The timeout of a call, in milliseconds. */
  timeoutMs?: number;
  /** How long the circuit stays open, in milliseconds. */
  restMs?: number;
}>;

const TIMEOUT_MS = 20_000;
const HALF_OPEN_AFTER_MS = 2_000;
const MAX_FAILURES = 5;

const TIMED_OUT = { kind: 'unknown', why: 'the gateway did not respond in time' } as const;
const CIRCUIT_OPEN = { kind: 'unreachable', why: 'the gateway was unreachable before' } as const;

type NoOutcome = Readonly<{ kind: 'unknown' | 'unreachable'; why: string; cause?: unknown }>;

const hasNoOutcome = (result: object & { kind: string }): result is NoOutcome =>
  result.kind === 'unknown' || result.kind === 'unreachable';

const spanOf = (gateway: string, operation: string): SpanStart => ({
  name: `${operation} ${gateway}`,
  kind: 'client',
  attributes: { 'commerce.payment.gateway': gateway, 'commerce.payment.operation': operation },
});

/** A gateway that tells how its calls went. */
export type GuardedGateway = PaymentGateway & Readonly<{ health(): GatewayHealth }>;

/**
 * Wraps a gateway with a timeout, a circuit breaker and metrics. After several consecutive unreachable or timed out
 * calls the circuit opens for a moment; then one call tests the gateway.
 */
export const makeGuardedGateway = (
  gateway: PaymentGateway,
  { observe, tracing, log, systemClock, timeoutMs = TIMEOUT_MS, restMs = HALF_OPEN_AFTER_MS }: Deps,
): GuardedGateway => {
  const isFailure = (result: unknown): boolean =>
    result === TIMED_OUT || (result as { kind?: string } | undefined)?.kind === 'unreachable';
  const breaker = circuitBreaker(handleWhenResult(isFailure), {
    halfOpenAfter: restMs,
    breaker: new ConsecutiveBreaker(MAX_FAILURES),
  });
  breaker.onStateChange((state) => {
    if (state === CircuitState.Open) log.warn({ gateway: gateway.name }, 'payment gateway circuit opened');
    if (state === CircuitState.Closed) log.info({ gateway: gateway.name }, 'payment gateway circuit closed');
  });

  const health = makeHealthRecord(breaker, systemClock);

  const limit = timeout(timeoutMs, TimeoutStrategy.Aggressive);
  const inTime = async <T>(call: () => Promise<T>): Promise<T | typeof TIMED_OUT> => {
    try {
      return await limit.execute(call);
    } catch (error) {
      if (error instanceof TaskCancelledError) return TIMED_OUT;
      throw error;
    }
  };

  const guardedCall = async <T extends { kind: string }>(
    operation: GatewayCallKind,
    { key }: Readonly<{ key: string }>,
    call: () => Promise<T>,
  ): Promise<T | typeof TIMED_OUT | typeof CIRCUIT_OPEN> => {
    const started = process.hrtime.bigint();
    const observeOutcome = (outcome: string): void => {
      health.record(operation, outcome);
      observe({ gateway: gateway.name, operation, outcome, seconds: Number(process.hrtime.bigint() - started) / 1e9 });
    };
    try {
      const result = await breaker.execute(() => inTime(call));
      observeOutcome(isOutcomeOf(operation, result.kind) ? result.kind : 'unknown');
      if (hasNoOutcome(result)) {
        const { kind: outcome, why, cause } = result;
        const subject = key.startsWith('pm_') ? { payment_method_id: key } : { payment_id: key };
        const about = { ...subject, gateway: gateway.name, operation, outcome, why };
        log.warn({ ...about, ...(cause === undefined ? {} : { err: cause }) }, 'payment gateway call without outcome');
      }
      return result;
    } catch (error) {
      if (error instanceof BrokenCircuitError) {
        observeOutcome('unreachable');
        return CIRCUIT_OPEN;
      }
      observeOutcome('unknown');
      throw error;
    }
  };

  const guarded: typeof guardedCall = (operation, about, call) => {
    if (tracing === undefined) return guardedCall(operation, about, call);
    return tracing.run(spanOf(gateway.name, operation), async (span) => {
      const result = await guardedCall(operation, about, call);
      span.set({ 'commerce.payment.outcome': result.kind });
      if (hasNoOutcome(result)) span.fail(result.kind);
      return result;
    });
  };

  const guardedMethods = (methods: SavedMethods): SavedMethods => ({
    save: (request) => guarded('save_method', request, () => methods.save(request)),
    remove: (request) => guarded('remove_method', request, () => methods.remove(request)),
  });

  return {
    health: health.read,
    name: gateway.name,
    isManual: gateway.isManual,
    isLive: gateway.isLive ?? false,
    ...(gateway.publicKey === undefined ? {} : { publicKey: gateway.publicKey }),
    ...(gateway.hostedForm && { hostedForm: gateway.hostedForm }),
    ...(gateway.webhookMediaTypes && { webhookMediaTypes: gateway.webhookMediaTypes }),
    ...(gateway.savedMethods && { savedMethods: guardedMethods(gateway.savedMethods) }),
    tokenError(token) {
      const error: unknown = gateway.tokenError(token);
      if (error === undefined || typeof error === 'string') return error;
      throw new TypeError(`tokenError of the gateway ${gateway.name} must return a string or undefined.`);
    },
    authorize: (request) => guarded('authorize', request, () => gateway.authorize(request)),
    capture: (request) => guarded('capture', request.charge, () => gateway.capture(request)),
    void: (request) => guarded('void', request.charge, () => gateway.void(request)),
    refund: (request) => guarded('refund', request.charge, () => gateway.refund(request)),
    lookUp: (charge) => guarded('look_up', charge, () => gateway.lookUp(charge)),
    verify: async (webhook) => {
      const verification = await inTime(() => gateway.verify(webhook));
      if (verification.kind === 'verified') health.recordWebhook();
      return verification;
    },
  };
};
