import type { WithdrawalExemption } from '#core/catalog/withdrawal-exemption.ts';
import type { MailLanguage } from '#core/mails/mail-language.ts';
import type { FieldMessages } from './withdrawal-form.ts';

/** The texts of the page in one language. The law gives the words of `heading` and `confirm`. */
export type PageMessages = Readonly<{
  heading: string;
  confirm: string;
  order: (number: number) => string;
  intro: string;
  byNumber: string;
  invalidLink: string;
  period: Readonly<{ until: (day: string) => string; ended: (day: string) => string; notBegun: string }>;
  noRight: string;
  nothingLeft: string;
  itemsTitle: string;
  exemptTitle: string;
  quantityOf: (item: string) => string;
  ofQuantity: (quantity: number) => string;
  orderNumber: string;
  name: string;
  email: string;
  emailHint: string;
  scopeTitle: string;
  wholeOrder: string;
  aPart: string;
  note: string;
  noteHint: string;
  next: string;
  errorTitle: string;
  fields: FieldMessages;
  checkTitle: string;
  checkIntro: string;
  back: string;
  receivedTitle: string;
  mailConfirms: (email: string) => string;
  keepPage: string;
  accepted: string;
  tooMany: (minutes: number) => string;
  inProgress: string;
  contact: (email: string) => string;
  exemptions: Readonly<Record<WithdrawalExemption, string>>;
}>;

const en: PageMessages = {
  heading: 'Withdraw from contract here',
  confirm: 'Confirm withdrawal',
  order: (number) => `Order ${number}`,
  intro:
    'As a consumer you can withdraw from your order without giving a reason. You can check everything before you send it.',
  byNumber: 'The number is in the confirmation of your order. Use the e-mail address that you ordered with.',
  invalidLink: 'This link is incomplete or has expired. You can withdraw with the number of your order instead.',
  period: {
    until: (day) => `You can withdraw until the end of ${day}.`,
    ended: (day) =>
      `By our records, the withdrawal period ended on ${day}. You can still send us your withdrawal: we check it and answer by e-mail.`,
    notBegun: 'The withdrawal period begins when you have received all the goods. You can withdraw before that, too.',
  },
  noRight:
    'By our records, there is no right of withdrawal for this order, for example because a business placed it. You can still send us your withdrawal: we check it and answer by e-mail.',
  nothingLeft:
    'By our records, nothing of this order is left to withdraw from. You can still send us your withdrawal: we check it and answer by e-mail.',
  itemsTitle: 'What do you want to withdraw from?',
  exemptTitle: 'What you cannot withdraw from',
  quantityOf: (item) => `Quantity of ${item}`,
  ofQuantity: (quantity) => `of ${quantity}`,
  orderNumber: 'Order number',
  name: 'Your name',
  email: 'Your e-mail address',
  emailHint: 'We confirm your withdrawal to this address.',
  scopeTitle: 'What do you want to withdraw from?',
  wholeOrder: 'The whole order',
  aPart: 'A part of it',
  note: 'Which part?',
  noteHint: 'Only if it is a part: for example “the blue shirt, size M”.',
  next: 'Continue',
  errorTitle: 'Please check what you have entered',
  fields: {
    orderNumber: {
      missing: 'Enter the number of your order.',
      invalid: 'Enter the number of your order as it is in the confirmation, for example 1001.',
    },
    name: { missing: 'Enter your name.', invalid: 'Enter your name without links, in at most 100 characters.' },
    email: { missing: 'Enter your e-mail address.', invalid: 'Enter an e-mail address such as ada@example.com.' },
    note: {
      missing: 'Say which part of the order it is, or choose the whole order.',
      invalid: 'Say which part it is in at most 1,000 characters, without links and e-mail addresses.',
    },
    items: {
      missing: 'Choose at least one item.',
      invalid: 'Choose only items of this order, in at most the quantity that you ordered.',
    },
    quantity: (item, most) =>
      most === 1 ? `The quantity of ${item} can only be 1.` : `Enter a quantity from 1 to ${most} for ${item}.`,
  },
  checkTitle: 'Check your withdrawal',
  checkIntro: 'With this statement you withdraw from the contract:',
  back: 'Back to the form',
  receivedTitle: 'We have received your withdrawal',
  mailConfirms: (email) => `We confirm it by e-mail to ${email}.`,
  keepPage: 'You can also print or save this page.',
  accepted: 'We have accepted your withdrawal. The e-mail says how it goes on.',
  tooMany: (minutes) =>
    `Your withdrawal is not sent yet: too many were sent from here or to this e-mail address. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  inProgress: 'Your withdrawal is being stored. Try again in a moment: it is not sent twice.',
  contact: (email) => `You can also withdraw by e-mail to ${email}.`,
  exemptions: {
    service: 'The service is fully performed.',
    market_price: 'Its price depends on the financial market.',
    custom_made: 'It is made to your specifications or personalised.',
    perishable: 'It deteriorates or expires rapidly.',
    sealed_hygiene: 'It was sealed for reasons of health or hygiene, and is excluded once you have opened it.',
    inseparable: 'It is excluded once it is inseparably mixed with other goods.',
    delayed_alcohol: 'It is an alcoholic drink whose value depends on the market and that is delivered after 30 days.',
    urgent_repair: 'You asked for an urgent repair at your place.',
    sealed_media: 'It is a sealed recording or software, and is excluded once you have opened it.',
    periodical: 'It is a single newspaper or magazine.',
    auction: 'It was bought at a public auction.',
    dated_service: 'It is a service for a certain date or period.',
    digital_content: 'Its supply has begun with your consent.',
  },
};

const de: PageMessages = {
  heading: 'Vertrag widerrufen',
  confirm: 'Widerruf bestätigen',
  order: (number) => `Bestellung ${number}`,
  intro:
    'Als Verbraucher können Sie Ihre Bestellung ohne Angabe von Gründen widerrufen. Bevor Sie den Widerruf absenden, können Sie alles prüfen.',
  byNumber:
    'Die Nummer steht in der Bestätigung Ihrer Bestellung. Geben Sie die E-Mail-Adresse an, mit der Sie bestellt haben.',
  invalidLink:
    'Dieser Link ist unvollständig oder abgelaufen. Sie können stattdessen mit der Nummer Ihrer Bestellung widerrufen.',
  period: {
    until: (day) => `Sie können bis zum Ablauf des ${day} widerrufen.`,
    ended: (day) =>
      `Nach unseren Unterlagen endete die Widerrufsfrist am ${day}. Sie können uns Ihren Widerruf trotzdem senden: Wir prüfen ihn und antworten per E-Mail.`,
    notBegun: 'Die Widerrufsfrist beginnt, wenn Sie alle Waren erhalten haben. Sie können auch vorher widerrufen.',
  },
  noRight:
    'Nach unseren Unterlagen besteht für diese Bestellung kein Widerrufsrecht, etwa weil ein Unternehmen bestellt hat. Sie können uns Ihren Widerruf trotzdem senden: Wir prüfen ihn und antworten per E-Mail.',
  nothingLeft:
    'Nach unseren Unterlagen ist von dieser Bestellung nichts mehr zu widerrufen. Sie können uns Ihren Widerruf trotzdem senden: Wir prüfen ihn und antworten per E-Mail.',
  itemsTitle: 'Was möchten Sie widerrufen?',
  exemptTitle: 'Was Sie nicht widerrufen können',
  quantityOf: (item) => `Menge von ${item}`,
  ofQuantity: (quantity) => `von ${quantity}`,
  orderNumber: 'Bestellnummer',
  name: 'Ihr Name',
  email: 'Ihre E-Mail-Adresse',
  emailHint: 'An diese Adresse bestätigen wir Ihren Widerruf.',
  scopeTitle: 'Was möchten Sie widerrufen?',
  wholeOrder: 'Die ganze Bestellung',
  aPart: 'Einen Teil davon',
  note: 'Welchen Teil?',
  noteHint: 'Nur wenn es ein Teil ist: zum Beispiel „das blaue Hemd, Größe M“.',
  next: 'Weiter',
  errorTitle: 'Bitte prüfen Sie Ihre Angaben',
  fields: {
    orderNumber: {
      missing: 'Geben Sie die Nummer Ihrer Bestellung an.',
      invalid: 'Geben Sie die Nummer Ihrer Bestellung so an, wie sie in der Bestätigung steht, zum Beispiel 1001.',
    },
    name: {
      missing: 'Geben Sie Ihren Namen an.',
      invalid: 'Geben Sie Ihren Namen ohne Links und mit höchstens 100 Zeichen an.',
    },
    email: {
      missing: 'Geben Sie Ihre E-Mail-Adresse an.',
      invalid: 'Geben Sie eine E-Mail-Adresse wie ada@example.com an.',
    },
    note: {
      missing: 'Schreiben Sie, welcher Teil der Bestellung es ist, oder wählen Sie die ganze Bestellung.',
      invalid: 'Beschreiben Sie den Teil mit höchstens 1.000 Zeichen, ohne Links und E-Mail-Adressen.',
    },
    items: {
      missing: 'Wählen Sie mindestens einen Artikel.',
      invalid: 'Wählen Sie nur Artikel dieser Bestellung, höchstens in der bestellten Menge.',
    },
    quantity: (item, most) =>
      most === 1 ? `Die Menge von ${item} kann nur 1 sein.` : `Geben Sie für ${item} eine Menge von 1 bis ${most} an.`,
  },
  checkTitle: 'Prüfen Sie Ihren Widerruf',
  checkIntro: 'Mit dieser Erklärung widerrufen Sie den Vertrag:',
  back: 'Zurück zum Formular',
  receivedTitle: 'Wir haben Ihren Widerruf erhalten',
  mailConfirms: (email) => `Wir bestätigen ihn per E-Mail an ${email}.`,
  keepPage: 'Sie können diese Seite auch drucken oder speichern.',
  accepted: 'Wir haben Ihren Widerruf angenommen. Wie es weitergeht, steht in der E-Mail.',
  tooMany: (minutes) =>
    `Ihr Widerruf ist noch nicht gesendet: Von hier oder an diese E-Mail-Adresse wurden zu viele gesendet. Versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} wieder.`,
  inProgress:
    'Ihr Widerruf wird gerade gespeichert. Versuchen Sie es gleich noch einmal: Er wird nicht doppelt gesendet.',
  contact: (email) => `Sie können auch per E-Mail an ${email} widerrufen.`,
  exemptions: {
    service: 'Die Dienstleistung ist vollständig erbracht.',
    market_price: 'Der Preis hängt vom Finanzmarkt ab.',
    custom_made: 'Die Ware ist nach Ihren Angaben gefertigt oder auf Sie persönlich zugeschnitten.',
    perishable: 'Die Ware verdirbt schnell, oder ihr Verfallsdatum ist schnell überschritten.',
    sealed_hygiene:
      'Die Ware war aus Gründen des Gesundheitsschutzes oder der Hygiene versiegelt und ist ausgenommen, sobald Sie sie geöffnet haben.',
    inseparable: 'Die Ware ist ausgenommen, sobald sie untrennbar mit anderen Gütern vermischt ist.',
    delayed_alcohol:
      'Es ist ein alkoholisches Getränk, dessen Wert vom Markt abhängt und das nach mehr als 30 Tagen geliefert wird.',
    urgent_repair: 'Sie haben eine dringende Reparatur bei Ihnen vor Ort verlangt.',
    sealed_media: 'Die Aufnahme oder Software war versiegelt und ist ausgenommen, sobald Sie sie geöffnet haben.',
    periodical: 'Es ist eine einzelne Zeitung oder Zeitschrift.',
    auction: 'Die Ware wurde auf einer öffentlichen Versteigerung gekauft.',
    dated_service: 'Es ist eine Dienstleistung für einen bestimmten Termin oder Zeitraum.',
    digital_content: 'Die Bereitstellung hat mit Ihrer Zustimmung begonnen.',
  },
};

export const PAGE_MESSAGES: Readonly<Record<MailLanguage, PageMessages>> = { en, de };
