import { type RefundParts, refundPartsView } from '#core/orders/refund-parts.ts';
import type { ApiResponse } from '../routing/route.ts';

/** The response to a dry run, with what would be refunded. */
export const showingRefund = (response: ApiResponse, parts: RefundParts): ApiResponse => ({
  ...response,
  body: { ...(response.body as object), refund_parts: refundPartsView(parts) },
});
