import type { Log } from '#core/shared/log.ts';
import { type GatewayCallKind, isOutcomeOf } from '../apply-outcome.ts';
import type { Unknown } from '../call-outcomes.ts';

/** @throws TypeError for a URL to which a shop must not redirect the payer. */
export const requireWebPage = (url: unknown): void => {
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url))
    throw new TypeError('redirectUrl is not an http or https URL.');
};

/** A code for programs: another text of an external gateway is a decline without a known reason. */
export const declineCode = (code: unknown): string =>
  typeof code === 'string' && /^[a-z0-9_]{1,64}$/.test(code) ? code : 'declined';

type GatewayCall<Recipient, Outcome> = Readonly<{
  kind: GatewayCallKind;
  /** The payment or the saved method that the gateway is called for. */
  of: Readonly<{ object: 'payment' | 'payment_method'; id: string; gateway: string }>;
  /** Undefined where the gateway is not enabled. */
  recipient: Recipient | undefined;
  /** @throws for an outcome that cannot be stored. */
  send: (recipient: Recipient) => Promise<Outcome>;
}>;

/** Calls a gateway, outside of any transaction. Never throws: a failure is `unknown`. */
export const callGateway = async <Recipient, Outcome extends Readonly<{ kind: string }>>(
  log: Log,
  { kind, of: { object, id, gateway }, recipient, send }: GatewayCall<Recipient, Outcome>,
): Promise<Outcome | Unknown> => {
  const about = { [`${object}_id`]: id, gateway, operation: kind };
  if (recipient === undefined) {
    log.warn(about, `${object.replace('_', ' ')} waits for a gateway that is not enabled`);
    return { kind: 'unknown', why: 'the gateway is not enabled' };
  }
  try {
    const outcome = await send(recipient);
    if (!isOutcomeOf(kind, outcome.kind)) throw new TypeError(`${outcome.kind} is not a valid outcome.`);
    return outcome;
  } catch (error) {
    log.error({ ...about, err: error }, 'a gateway failed');
    return { kind: 'unknown', why: 'the gateway threw an exception', cause: error };
  }
};
