import { type AnyRequest, type Schemas, send } from '../../api/request.ts';
import type { RefundPreview, ShownRefund } from '../../form/refund-preview.tsx';

type Tried = Readonly<{
  currency: string;
  /** Of a refund that is not by items. */
  amount?: number;
  refund_parts?: Schemas['RefundParts'];
}>;

export type RefundRequest = Omit<AnyRequest, 'method'>;

/** What a request would refund, by its dry run. */
export const previewRefund = async (request: RefundRequest): Promise<ShownRefund> => {
  const { data } = await send<Tried>({ method: 'post', ...request, query: { dry_run: true } });
  const { currency, amount = 0, refund_parts: parts } = data;
  return { total: parts?.amount ?? amount, currency, parts };
};

/** The same for an action that sends its fields as they are. */
export const previewFields =
  (path: string, params: RefundRequest['params']): RefundPreview['dryRun'] =>
  (body, signal) =>
    previewRefund({ path, params, body, signal });
