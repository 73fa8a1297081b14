import type { HostedForm } from '#core/payments/payment-gateway.ts';

/** Stripe's card field. The card is typed into Stripe's frame, and the page gets the id of a payment method. */
const CODE = `
const form = document.querySelector('form');
const place = document.getElementById('form_place');
const error = document.getElementById('form_error');
const stripe = Stripe(place.dataset.key);
const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
const style = { base: { color: isDark ? '#e9eeec' : '#1d2522', fontSize: '16px', '::placeholder': { color: isDark ? '#a9b5b0' : '#4d5753' } } };
const card = stripe.elements({ locale: document.documentElement.lang }).create('card', { style });
card.mount(place);
let isBusy = false;
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (isBusy) return;
  isBusy = true;
  const made = await stripe.createPaymentMethod({ type: 'card', card }).catch(({ message }) => ({ error: { message } }));
  if (made.error) {
    error.textContent = made.error.message;
    isBusy = false;
    return;
  }
  form.elements.token.value = made.paymentMethod.id;
  form.submit();
});
`;

export const HOSTED_FORM: HostedForm = {
  title: { en: 'Card', de: 'Karte' },
  script: {
    url: 'https://js.stripe.com/v3/',
    connects: ['https://api.stripe.com'],
    frames: ['https://js.stripe.com', 'https://hooks.stripe.com'],
    code: CODE,
  },
};
