import type { Tracing } from '#core/shared/tracing.ts';
import type { WebhookMessage, WebhookSender } from '#core/webhooks/ports.ts';

/** A sender whose messages are spans in the traces of their events; the receiver continues them by `traceparent`. */
export const makeTracedSender = (sender: WebhookSender, tracing: Tracing): WebhookSender => ({
  send(message) {
    const { traceParent } = message;
    if (!traceParent) return sender.send(message);
    return tracing.begin({ ...startOf(message), parent: { traceparent: traceParent } }, async (span) => {
      const response = await sender.send({ ...message, traceParent: span.traceParent() });
      const { status, error } = response;
      if (status !== null) span.set({ 'http.response.status_code': status });
      if (error !== null || (status !== null && status >= 400)) span.fail(error ?? String(status));
      return response;
    });
  },
});

/** Without the path, which may contain a secret of the receiver. */
const startOf = ({ url, id }: WebhookMessage) => {
  const { hostname, port, protocol } = new URL(url);
  return {
    name: 'POST webhook',
    kind: 'client' as const,
    attributes: {
      'http.request.method': 'POST',
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      'commerce.event.id': id,
    },
  };
};
