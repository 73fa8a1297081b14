import type { PaymentGatewayView } from './payment-gateway-view.ts';

/** What remains to be done so that a gateway works, as the API shows it. */
export type GatewaySetupView = Pick<PaymentGatewayView, 'name'> &
  Readonly<{
    object: 'payment_gateway_setup';
    is_enabled: boolean;
    /** Null for one that is not enabled: its settings decide. */
    is_live: boolean | null;
    /** The names of its settings that have no value. */
    missing_settings: readonly string[];
    /** Where the provider sends its webhooks; null if it sends none. */
    webhook_url: string | null;
    /** When this process has last received a valid one. */
    last_webhook_at: string | null;
  }>;

/** The gateways that are enabled, and then those that could be. */
export type GatewaySetups = () => readonly GatewaySetupView[];
