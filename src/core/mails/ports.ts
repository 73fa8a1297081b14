import type { EventsTx } from '#core/shared/domain-event.ts';
import type { MailRequests } from './mail-request.ts';

/** The part of a transaction that requests mails. */
export type MailsTx = Readonly<{ mailRequests: MailRequests }> & EventsTx;
