import type { HostedForm } from '#core/payments/payment-gateway.ts';

type Decline = Readonly<{ code: string; message: string }>;

/** Tokens that are always declined. */
export const DECLINES: Readonly<Record<string, Decline>> = {
  tok_declined: { code: 'generic_decline', message: 'The card was declined.' },
  tok_insufficient_funds: { code: 'insufficient_funds', message: 'The card has insufficient funds.' },
};

/** Tokens whose saved methods are declined after their first charge. */
export const LATER_DECLINES: Readonly<Record<string, Decline>> = {
  tok_saved_then_declined: { code: 'generic_decline', message: 'The card was declined.' },
  tok_saved_then_expired: { code: 'expired_card', message: 'The card has expired.' },
};

/** What buyers try on a page of the service. */
export const HOSTED_FORM: HostedForm = {
  title: { en: 'Test card', de: 'Testkarte' },
  choices: [
    { token: 'tok_success', text: { en: 'The payment succeeds', de: 'Die Zahlung gelingt' } },
    { token: 'tok_declined', text: { en: 'The bank declines it', de: 'Die Bank lehnt sie ab' } },
    {
      token: 'tok_requires_action',
      text: { en: 'The bank asks for a confirmation (3-D Secure)', de: 'Die Bank fragt nach (3-D Secure)' },
    },
  ],
};

/** The token whose saved method requires an action of the payer after its first charge. */
export const LATER_ACTION = 'tok_saved_then_requires_action';

/** The steps that follow the capture of a charge by its token, one after the other. */
export const LATER_STEPS: Readonly<Record<string, readonly ('dispute' | 'win' | 'lose')[]>> = {
  tok_disputed: ['dispute'],
  tok_dispute_won: ['dispute', 'win'],
  tok_dispute_lost: ['dispute', 'lose'],
  tok_dispute_won_on_appeal: ['dispute', 'lose', 'win'],
};

export const REFUND_FAILS_LATER = 'tok_refund_fails_later';

export const TOKENS = [
  'tok_success',
  ...Object.keys(DECLINES),
  'tok_requires_action',
  'tok_timeout',
  'tok_gateway_down',
  'tok_slow',
  REFUND_FAILS_LATER,
  ...Object.keys(LATER_STEPS),
  ...Object.keys(LATER_DECLINES),
  LATER_ACTION,
];

export const SLOW_MS = 10_000;

export const UNREACHABLE = { kind: 'unreachable', why: 'the sandbox is down' } as const;
export const RESPONSE_LOST = { kind: 'unknown', why: 'the sandbox’s response was lost' } as const;
