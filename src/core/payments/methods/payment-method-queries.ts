import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { PaymentMethod, PaymentMethodId } from './payment-method.ts';
import type { PaymentMethodView, paymentMethodList } from './payment-method-view.ts';

export type PaymentMethodListQuery = ListQuery<typeof paymentMethodList> &
  Readonly<{
    /** Only methods of this user, whatever the filters are. */
    ownerId?: Id<'usr'> | undefined;
  }>;

/** Reads of payment methods, without deleted ones. Each result is consistent, and includes every commit before the call. */
export interface PaymentMethodQueries {
  find(id: PaymentMethodId): Promise<(Found<PaymentMethodView> & Pick<PaymentMethod, 'userId'>) | undefined>;
  /** The newest first. */
  list(query: PaymentMethodListQuery): Promise<Page<PaymentMethodView>>;
}
