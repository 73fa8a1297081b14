import { EXEMPTION_TERMS } from '#core/catalog/withdrawal-exemption.ts';
import type { FulfilledItemView } from '#core/orders/fulfillment.ts';
import { errorSummary, type FormErrors, faulty, textField } from '../hosted/hosted-form.ts';
import { hiddenField, noteOf } from '../hosted/hosted-page.ts';
import { escapeHtml } from '../responses/escape-html.ts';
import { nameOfItem, type OpenedOrder, quantityField, type WithdrawalForm } from './withdrawal-form.ts';
import type { PageContent, PageFrame } from './withdrawal-page-layout.ts';
import { PAGE_MESSAGES, type PageMessages } from './withdrawal-page-messages.ts';
import { PAGE_PATH } from './withdrawal-page-paths.ts';

type Shown = Readonly<{
  frame: PageFrame;
  form: WithdrawalForm;
  order: OpenedOrder | undefined;
  errors: FormErrors;
  /** Whether the token of the address opens no order. */
  isInvalidLink: boolean;
  /** What the period of the order says, in words. */
  period: string | undefined;
}>;

type Part = Shown & Readonly<{ messages: PageMessages }>;

const NO_ERRORS: FormErrors = new Map();

/** The first step: what the consumer withdraws from. */
export const formView = (shown: Omit<Shown, 'errors'> & Partial<Pick<Shown, 'errors'>>): PageContent => {
  const messages = PAGE_MESSAGES[shown.frame.language];
  const part: Part = { errors: NO_ERRORS, ...shown, messages };
  const { order, frame, isInvalidLink, errors } = part;
  const content = `<h1>${escapeHtml(messages.heading)}</h1>
${summaryOf(part)}
${isInvalidLink ? noteOf(messages.invalidLink) : ''}
<p>${escapeHtml(messages.intro)}</p>
${order === undefined ? `<p>${escapeHtml(messages.byNumber)}</p>` : orderFacts(part, order)}
<form method="post" action="${PAGE_PATH}" novalidate>
${hiddenField('lang', frame.language)}${hiddenField('nonce', part.form.nonce)}
${order === undefined ? numberFields(part) : hiddenField('token', frame.token) + itemFields(part, order) + exemptItems(part, order)}
${fieldOf(part, 'name', { label: messages.name, autocomplete: 'name' })}
${fieldOf(part, 'email', { label: messages.email, autocomplete: 'email', type: 'email', hint: messages.emailHint })}
<button>${escapeHtml(messages.next)}</button>
</form>`;
  return {
    title: errors.size > 0 ? `${messages.errorTitle}: ${messages.heading}` : messages.heading,
    content,
    isForm: true,
  };
};

const summaryOf = ({ errors, messages, order }: Part): string => {
  const hasItems = (order?.right?.items ?? []).length > 0;
  return errorSummary(messages.errorTitle, errors, (field) => field !== 'items' || hasItems);
};

const orderFacts = ({ messages, period }: Part, { view, right }: OpenedOrder): string => {
  const facts = [
    ...(right === null ? [messages.noRight] : []),
    ...(right?.items.length === 0 ? [messages.nothingLeft] : []),
    ...(period === undefined ? [] : [period]),
  ];
  return `<h2>${escapeHtml(messages.order(view.number))}</h2>\n${facts.map(noteOf).join('\n')}`;
};

type TextField = Readonly<{ label: string; autocomplete: string; type?: string; hint?: string }>;

const NAMES = { orderNumber: 'order_number', name: 'name', email: 'email' } as const;

const fieldOf = ({ form, errors }: Part, id: keyof typeof NAMES, field: TextField): string =>
  textField(errors, { ...field, id, name: NAMES[id], value: form[id], required: true });

/** Without the order's items: its number, and which part it is in words. */
const numberFields = (part: Part): string => {
  const { form, errors, messages } = part;
  const { attributes, error } = faulty(errors, 'note', 'note_hint');
  const scope = (value: string, label: string, isChosen: boolean): string =>
    `<div class="choice"><input type="radio" name="scope" id="scope_${value}" value="${value}"${isChosen ? ' checked' : ''}>` +
    `<label for="scope_${value}">${escapeHtml(label)}</label></div>`;
  return `${fieldOf(part, 'orderNumber', { label: messages.orderNumber, autocomplete: 'off' })}
<fieldset>
<legend>${escapeHtml(messages.scopeTitle)}</legend>
${scope('whole', messages.wholeOrder, !form.isPart)}
${scope('part', messages.aPart, form.isPart)}
<div class="field">
<label for="note">${escapeHtml(messages.note)}</label>
<p class="hint" id="note_hint">${escapeHtml(messages.noteHint)}</p>
${error}
<textarea id="note" name="note" rows="3"${attributes}>
${escapeHtml(form.note)}</textarea>
</div>
</fieldset>`;
};

const itemFields = (part: Part, order: OpenedOrder): string => {
  const items = order.right?.items ?? [];
  if (items.length === 0) return '';
  const { messages, errors } = part;
  const { error } = faulty(errors, 'items');
  const describedBy = error === '' ? '' : ' aria-describedby="items_error"';
  return `<fieldset id="items" tabindex="-1"${describedBy}>
<legend>${escapeHtml(messages.itemsTitle)}</legend>
${error}
${items.map((item) => itemField(part, order, item)).join('\n')}
</fieldset>`;
};

const itemField = (
  { form, errors, messages }: Part,
  order: OpenedOrder,
  { item_id: id, quantity: most }: FulfilledItemView,
): string => {
  const name = nameOfItem(order, id);
  const entered = form.items.find((item) => item.id === id);
  const field = quantityField(id);
  const { attributes, error } = faulty(errors, field);
  const reason = order.view.items.find((item) => item.id === id)?.withdrawal_exemption ?? null;
  // it depends on what the consumer has done with it
  const hint = reason !== null && EXEMPTION_TERMS[reason].effect === 'on_receipt' ? messages.exemptions[reason] : '';
  const value = escapeHtml(entered?.quantity ?? String(most));
  const quantity = `<div class="quantity"><input type="number" name="${field}" id="${field}" value="${value}" min="1" max="${most}" inputmode="numeric" aria-label="${escapeHtml(messages.quantityOf(name))}"${attributes}>
<span>${escapeHtml(messages.ofQuantity(most))}</span></div>`;
  return `<div class="item">
<div class="choice"><input type="checkbox" name="item" id="${id}" value="${id}"${entered === undefined ? '' : ' checked'}>
<label for="${id}">${escapeHtml(name)}${hint === '' ? '' : `<span class="hint"><br>${escapeHtml(hint)}</span>`}</label></div>
${most > 1 ? quantity : `<input type="hidden" name="${field}" id="${field}" value="${value}">`}
${error}
</div>`;
};

const exemptItems = ({ messages }: Part, order: OpenedOrder): string => {
  const exempt = order.right?.exempt ?? [];
  if (exempt.length === 0) return '';
  const rows = exempt.map(({ item_id: id, reason }) => {
    const [name, words] = [nameOfItem(order, id), messages.exemptions[reason]].map(escapeHtml);
    return `<dt>${name}</dt>\n<dd>${words}</dd>`;
  });
  return `<h2>${escapeHtml(messages.exemptTitle)}</h2>\n<dl>\n${rows.join('\n')}\n</dl>`;
};
