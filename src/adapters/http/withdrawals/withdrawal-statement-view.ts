import { type MailLanguage, timeText } from '#core/mails/mail-language.ts';
import type { Withdrawal } from '#core/withdrawals/withdrawal.ts';
import { WITHDRAWAL_MESSAGES } from '#core/withdrawals/withdrawal-messages.ts';
import { alertOf, hiddenField, linkTo, noteOf, paragraph } from '../hosted/hosted-page.ts';
import { escapeHtml } from '../responses/escape-html.ts';
import {
  type CheckedStatement,
  nameOfItem,
  type OpenedOrder,
  quantityField,
  type WithdrawalForm,
} from './withdrawal-form.ts';
import { addressOf, type PageContent, type PageFrame } from './withdrawal-page-layout.ts';
import { PAGE_MESSAGES } from './withdrawal-page-messages.ts';
import { CONFIRM_PATH } from './withdrawal-page-paths.ts';

type Stated = Readonly<{ frame: PageFrame; statement: CheckedStatement; order: OpenedOrder | undefined }>;

type Row = readonly [label: string, value: string];

const rowsOf = ({ frame: { language }, statement, order }: Stated): Row[] => {
  const { name, email, orderNumber, items, note } = statement;
  const labels = WITHDRAWAL_MESSAGES[language];
  const scope =
    order === undefined || items === undefined
      ? labels.wholeOrder
      : items.map(({ item_id: id, quantity }) => `${quantity} × ${nameOfItem(order, id)}`).join('\n');
  return [
    [labels.name, name],
    [labels.order, order === undefined ? (orderNumber ?? '') : String(order.view.number)],
    note === null ? [labels.scope, scope] : [labels.part, note],
    [labels.email, email],
  ];
};

const listOf = (rows: readonly Row[]): string =>
  `<dl>\n${rows.map(([label, value]) => `<dt>${escapeHtml(label)}</dt>\n<dd>${escapeHtml(value)}</dd>`).join('\n')}\n</dl>`;

/** The second step: the statement in full, and the button that sends it. The law wants no other words on it. */
export const statementView = ({
  form,
  alert,
  ...stated
}: Stated &
  Readonly<{
    form: WithdrawalForm;
    /** Why it was not sent. */
    alert?: readonly string[];
  }>): PageContent => {
  const { frame } = stated;
  const messages = PAGE_MESSAGES[frame.language];
  const title = messages.checkTitle;
  const content = `<h1>${escapeHtml(title)}</h1>
${alertOf(alert ?? [])}
<p>${escapeHtml(messages.checkIntro)}</p>
${listOf(rowsOf(stated))}
<form method="post" action="${CONFIRM_PATH}">
${hiddenFields(form, frame.language)}
<button>${escapeHtml(messages.confirm)}</button>
</form>
${linkTo(addressOf(frame), messages.back)}`;
  return { title, content };
};

const hiddenFields = (form: WithdrawalForm, language: MailLanguage): string =>
  [
    ['lang', language],
    ['token', form.token],
    ['order_number', form.orderNumber],
    ['name', form.name],
    ['email', form.email],
    ['scope', form.isPart ? 'part' : 'whole'],
    ['note', form.note],
    ['nonce', form.nonce],
    ...form.items.flatMap(({ id, quantity }) => [
      ['item', id],
      [quantityField(id), quantity],
    ]),
  ]
    .map(([name = '', value = '']) => hiddenField(name, value))
    .join('');

type Received = Stated &
  Readonly<{
    receivedAt: Date;
    timeZone: string;
    /** What was stored; undefined unless the consumer has opened the order. */
    withdrawal: Withdrawal | undefined;
    /** Whether the shop has a mail server. */
    sendsMails: boolean;
  }>;

/** The receipt. Who has named an order by its number learns nothing of it. */
export const receiptView = ({ receivedAt, timeZone, withdrawal, sendsMails, ...stated }: Received): PageContent => {
  const { language } = stated.frame;
  const messages = PAGE_MESSAGES[language];
  const title = messages.receivedTitle;
  const rows: Row[] = [
    ...rowsOf(stated),
    [WITHDRAWAL_MESSAGES[language].receivedAt, timeText(receivedAt, language, timeZone)],
  ];
  const mailed = sendsMails ? [messages.mailConfirms(withdrawal?.email || stated.statement.email)] : [];
  const content = `<h1>${escapeHtml(title)}</h1>
${[...mailed, messages.keepPage].map(paragraph).join('\n')}
${outcomeOf(withdrawal, language).map(noteOf).join('\n')}
${listOf(rows)}`;
  return { title, content };
};

const outcomeOf = (withdrawal: Withdrawal | undefined, language: MailLanguage): string[] => {
  if (withdrawal?.status === 'accepted' || withdrawal?.status === 'completed')
    return [PAGE_MESSAGES[language].accepted];
  const reason = withdrawal?.status === 'rejected' ? withdrawal.reason : null;
  const words = reason === null ? undefined : WITHDRAWAL_MESSAGES[language].reasons[reason];
  return words === undefined ? [] : [words];
};
