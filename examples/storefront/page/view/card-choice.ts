import { element } from './element.ts';

/** The sandbox's tokens. The form of a real payment provider would make such a token of a card. */
const CARDS = [
  ['tok_success', 'Test card that succeeds'],
  ['tok_requires_action', 'Test card with 3-D Secure'],
  ['tok_declined', 'Test card that is declined'],
  ['tok_insufficient_funds', 'Test card without funds'],
] as const;

export const cardChoice = (): HTMLElement =>
  element(
    'fieldset',
    {},
    element('legend', {}, 'Payment'),
    ...CARDS.map(([token, label], index) =>
      element(
        'label',
        { class: 'choice' },
        element('input', { type: 'radio', name: 'card', value: token, checked: index === 0 }),
        label,
      ),
    ),
  );

export const chosenCard = (form: HTMLElement): string =>
  form.querySelector<HTMLInputElement>('input[name=card]:checked')?.value ?? CARDS[0][0];
