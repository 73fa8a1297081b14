/**
 * The messages of the API in German: its English text, in which `{a}`, `{b}` stand for whatever the API puts there. A message
 * that is missing here is shown in English.
 */
export const germanMessages: Readonly<Record<string, string>> = {
  'The service has no mail server: set SMTP_URL, and restart it.':
    'Der Dienst hat keinen Mailserver: Setzen Sie SMTP_URL, und starten Sie ihn neu.',
  'The mail was not sent: {a}': 'Die Mail wurde nicht versendet: {a}',
  'is required': 'ist erforderlich',
  'is required, or send an order_id': 'ist erforderlich, wenn keine Bestellung genannt ist',
  'is required: it must be your current password': 'ist erforderlich: Ihr aktuelles Passwort',
  'is required: the e-mail of the guest': 'ist erforderlich: die E-Mail-Adresse des Gastes',
  'is required: the items are shipped': 'ist erforderlich, weil die Artikel versendet werden',
  'is required: the user has no default payment method':
    'ist erforderlich, weil der Kunde keine Standard-Zahlungsart hat',
  'is required: the user of the invoice has no default payment method':
    'ist erforderlich, weil der Kunde der Rechnung keine Standard-Zahlungsart hat',
  'is required for the kind {a}': 'ist für diese Art erforderlich',
  'is required for {a} pricing': 'ist für dieses Preismodell erforderlich',
  'is required for a publishable key; send [] if only apps without an origin use it':
    'ist für einen veröffentlichbaren Schlüssel erforderlich',
  'is not a known field': 'ist kein bekanntes Feld',
  'is not a known parameter': 'ist kein bekannter Filter',
  'is read-only: omit it': 'kann nicht geändert werden',
  'is too large': 'ist zu groß',
  'is not your current password': 'ist nicht Ihr aktuelles Passwort',
  'is invalid or expired; request a new one': 'ist ungültig oder abgelaufen. Fordern Sie einen neuen Link an.',
  'must not be empty': 'darf nicht leer sein',
  'must not be blank': 'darf nicht leer sein',
  'must be an object': 'muss aus mehreren Feldern bestehen',
  'must be true or false': 'muss Ja oder Nein sein',
  'must be a number': 'muss eine Zahl sein',
  'must be a string': 'muss ein Text sein',
  'must be an array': 'muss eine Liste sein',
  'must be a whole number': 'muss eine ganze Zahl sein',
  'must be a whole number from 0 to {a}': 'muss eine ganze Zahl von 0 bis {a} sein',
  'must be at least {a}': 'muss mindestens {a} sein',
  'must be at most {a}': 'darf höchstens {a} sein',
  'must be more than {a}': 'muss größer als {a} sein',
  'must be greater than {a}': 'muss größer als {a} sein',
  'must be more than 0 and at most {a}': 'muss größer als 0 und darf höchstens {a} sein',
  'must be more than 0 and at most {a}, the amount due':
    'muss größer als 0 und darf höchstens {a} sein, der offene Betrag',
  'must be at most {a}, the amount due': 'darf höchstens {a} sein, der offene Betrag',
  'must be at most {a}, what was paid and is not refunded':
    'darf höchstens {a} sein: was bezahlt und nicht erstattet ist',
  'must be at most {a}, the unfulfilled quantity': 'darf höchstens {a} sein, die noch nicht versendete Menge',
  'must be at most {a}, the quantity in stock': 'darf höchstens {a} sein, die Menge auf Lager',
  'must be less: there is not enough in stock': 'muss kleiner sein: Es ist nicht genug auf Lager',
  'must be at most {a} for an interval of a {b}': 'darf bei diesem Intervall höchstens {a} sein',
  'must be {a}, the full amount due, or omitted': 'muss {a} sein, der ganze offene Betrag, oder leer bleiben',
  'must have at most {a} characters': 'darf höchstens {a} Zeichen haben',
  'must have at least {a} characters': 'muss mindestens {a} Zeichen haben',
  'must have at most {a} decimals': 'darf höchstens {a} Nachkommastellen haben',
  'must have at most {a} decimals in {b}': 'darf in {b} höchstens {a} Nachkommastellen haben',
  'must have at most {a} items': 'darf höchstens {a} Einträge haben',
  'must have at least {a} items': 'muss mindestens {a} Einträge haben',
  'must have at least 1 item': 'muss mindestens einen Eintrag haben',
  'must have at most {a} keys': 'darf höchstens {a} Einträge haben',
  'must have at least 1 key': 'muss mindestens eine Änderung enthalten',
  'must have a key of 1 to 40 characters': 'muss Namen mit 1 bis 40 Zeichen haben',
  'must have a key of 1 to 40 characters that is not blank': 'muss Namen mit 1 bis 40 Zeichen haben',
  'must have a letter or a digit': 'muss einen Buchstaben oder eine Ziffer enthalten',
  'must contain a letter or a digit': 'muss einen Buchstaben oder eine Ziffer enthalten',
  'must not be a duplicate': 'darf nicht doppelt vorkommen',
  'must not be 0': 'darf nicht 0 sein',
  'must be one of {a}': 'muss einer dieser Werte sein: {a}',
  'must be an e-mail address such as ada@example.com': 'muss eine E-Mail-Adresse wie ada@example.com sein',
  'must be an IP address or an address range such as {a}':
    'muss eine IP-Adresse oder ein Bereich sein, zum Beispiel {a}',
  'must be an RFC 3339 time such as {a}': 'muss ein Datum mit Uhrzeit sein',
  'must be a date, such as 2026-11-01, or an RFC 3339 time': 'muss ein Datum sein',
  'must be a URL': 'muss eine Internetadresse sein',
  'must be an https URL': 'muss eine Adresse mit https:// sein',
  'must be a URL with the scheme {a}': 'muss eine Adresse mit {a}:// sein',
  'must be an absolute URL, such as {a}': 'muss eine vollständige Adresse sein, zum Beispiel {a}',
  'must be an https URL (unless WEBHOOK_ALLOW_PRIVATE=true is set)': 'muss eine Adresse mit https:// sein',
  'must have the full name of a public host, such as {a}':
    'muss den Namen eines öffentlichen Servers haben, zum Beispiel {a}',
  'must not contain a user name or password': 'darf weder Benutzername noch Passwort enthalten',
  'must be a phone number such as {a}': 'muss eine Telefonnummer sein, zum Beispiel {a}',
  'must be an ISO 4217 code in capitals, such as USD':
    'muss ein Währungskürzel in Großbuchstaben sein, zum Beispiel EUR',
  'must be an ISO 3166-1 alpha-2 code': 'muss ein Länderkürzel sein, zum Beispiel DE',
  'must be an ISO 3166-1 alpha-2 code such as PT': 'muss ein Länderkürzel sein, zum Beispiel DE',
  'must be the name of a time zone, such as Europe/Berlin': 'muss eine Zeitzone sein, zum Beispiel Europe/Berlin',
  'must be an amount in major units with at most 4 decimals': 'muss ein Betrag mit höchstens 4 Nachkommastellen sein',
  'must be lowercase letters and digits without accents, separated by single hyphens: {a}':
    'darf nur Kleinbuchstaben, Ziffern und einzelne Bindestriche enthalten, zum Beispiel {a}',
  'must be one line that is not blank': 'muss eine nicht leere Zeile sein',
  'must be an id such as {a}': 'muss eine ID sein, zum Beispiel {a}',
  'must be the id of an existing category': 'muss die ID einer vorhandenen Kategorie sein',
  'must be the name of the category in category_id; send one of both':
    'muss der Name der gewählten Kategorie sein: Nennen Sie nur eins von beiden',
  'must name one category, but is the name of several: {a}; send its path or category_id':
    'ist der Name mehrerer Kategorien: {a}. Geben Sie den Pfad an.',
  'must have a name on each side of >, such as "Women > Shoes"':
    'muss auf beiden Seiten von > einen Namen haben, zum Beispiel „Damen > Schuhe“',
  'must leave the tree at most {a} levels deep': 'darf den Baum nicht tiefer als {a} Ebenen machen',
  'must have at most {a} characters in each name of a category': 'darf je Kategorie höchstens {a} Zeichen haben',
  'must be the id of an existing invoice': 'muss die ID einer vorhandenen Rechnung sein',
  'must be the id of an existing order': 'muss die ID einer vorhandenen Bestellung sein',
  'must be the id of an existing plan': 'muss die ID eines vorhandenen Tarifs sein',
  'must be the id of an existing product': 'muss die ID eines vorhandenen Produkts sein',
  'must be the id of an existing user': 'muss die ID eines vorhandenen Benutzers sein',
  'must be the id of an active user': 'muss die ID eines aktiven Benutzers sein',
  'must be the id of an active plan': 'muss die ID eines angebotenen Tarifs sein',
  'must be a product that is on sale': 'muss ein Produkt sein, das verkauft wird',
  'must be a product that is sold in {a}': 'muss ein Produkt sein, das in {a} verkauft wird',
  'must be a plan in {a}, the currency of the subscription': 'muss ein Tarif in {a} sein, der Währung des Abos',
  'must be a type of event such as {a}': 'muss ein Ereignistyp sein, zum Beispiel {a}',
  'must be after the start': 'muss nach dem Anfang liegen',
  'must be in the future': 'muss in der Zukunft liegen',
  'must not be in the future: it is {a}': 'darf nicht in der Zukunft liegen: Es ist {a}',
  'must not be before {a}, when the order was created': 'darf nicht vor der Bestellung liegen, also nicht vor {a}',
  'must not be in the future': 'darf nicht in der Zukunft liegen',
  'must not be in the past: {a}': 'darf nicht in der Vergangenheit liegen',
  'must be later than valid_from': 'muss nach „Gültig ab“ liegen',
  'must not be before from': 'darf nicht vor „Von“ liegen',
  'must be before to': 'muss vor „Bis“ liegen',
  'must be at most ten years ahead': 'darf höchstens zehn Jahre in der Zukunft liegen',
  'must be neither the category itself nor one below it':
    'darf weder die Kategorie selbst noch eine ihrer Unterkategorien sein',
  'must be empty without parent_id: only variants have options': 'muss leer sein: nur Varianten haben Optionen',
  'must say how the variant differs, such as {a}': 'muss sagen, worin sich die Variante unterscheidet',
  'must be one of the variants of the product, which is not sold itself':
    'muss eine Variante sein, denn das Produkt selbst wird nicht verkauft',
  'must be one to which the shop ships these items': 'muss eine sein, mit der der Shop diese Artikel versendet',
  'must be greater than that of the tier before; only the last tier may have null':
    'muss größer als in der Zeile davor sein; nur die letzte Zeile darf * haben',
  'must contain at least one tier': 'muss mindestens eine Staffel enthalten',
  'must contain at most {a} tiers': 'darf höchstens {a} Staffeln enthalten',
  'must name the buyer: send user_id or email, or anonymous as true':
    'fehlt: Wählen Sie einen Kunden oder geben Sie eine E-Mail-Adresse an',
  'must name the countries of the regions': 'muss die Länder der Regionen nennen',
  'must not be easy to guess, such as a common password or a row of keys':
    'darf nicht leicht zu erraten sein, wie ein häufiges Passwort oder eine Tastenfolge',
  'must not contain a card number: send a token of the payment gateway': 'darf keine Kartennummer enthalten',
  'must be the code that the app shows now': 'muss der Code sein, den die App jetzt zeigt',
  'must be a current code of your authenticator app, or a recovery code, that was not used before':
    'muss ein aktueller, unbenutzter Code Ihrer Authentifizierungs-App oder ein Wiederherstellungscode sein',
  'must be sent without {a}, which {b}': 'bitte ohne {a}: {b}',
  'cannot be removed: withdraw it by `granted`: false': 'kann nicht entfernt, nur widerrufen werden',
  'must be the id of a variant of the product': 'muss eine Variante des Produkts sein',
  'must be omitted where stock is given': 'muss leer bleiben, wo ein Bestand genannt ist',
  'must be omitted: the stock is not tracked, set stock first':
    'muss leer bleiben, weil der Bestand nicht geführt wird: Nennen Sie zuerst einen Bestand',
  'must be omitted: only the shop writes it': 'muss leer bleiben: Das schreibt nur der Shop',
  'must be omitted for the kind {a}': 'muss bei dieser Art leer bleiben',
  'must be omitted with {a} pricing': 'muss bei diesem Preismodell leer bleiben',
  'must cost at most {a} with its quantity': 'darf mit der Menge höchstens {a} kosten',
  'must cost at most {a} together': 'darf zusammen höchstens {a} kosten',
  'was written by the shop and cannot be changed': 'wurde vom Shop geschrieben und kann nicht geändert werden',
  'is already used by another product': 'wird schon von einem anderen Produkt verwendet',
  'is already used by another redirect': 'wird schon von einer anderen Weiterleitung verwendet',
  'must be a path such as /old-page, or an http or https URL':
    'muss mit / beginnen, zum Beispiel /alte-seite, oder eine Adresse mit https:// sein',
  'must be a path that begins with one /, such as /new-page, or an http or https URL':
    'muss mit einem / beginnen, zum Beispiel /neue-seite, oder eine Adresse mit https:// sein',
  'must not have a fragment: browsers do not send what follows #':
    'darf kein # enthalten: Was danach kommt, senden Browser nicht',
  'must not have control characters and backslashes': 'darf weder Steuerzeichen noch \\ enthalten',
  'must have at most {a} characters, percent-encoded': 'darf höchstens {a} Zeichen haben, in Prozentkodierung gezählt',
  'must not lead to the path itself': 'darf nicht zur selben Adresse führen',
  'must not lead back to the path, as it does through {a}':
    'darf nicht zur Adresse zurückführen: Das geschieht über {a}',
  'is already used by another order': 'wird schon von einer anderen Bestellung verwendet',
  'is already used by another category with the same parent': 'wird schon von einer Kategorie daneben verwendet',
  'has an account already, with a password or disabled': 'hat schon ein Konto, mit Passwort oder gesperrt',
  'are already those of another variant of the product': 'hat schon eine andere Variante des Produkts',
  'must have another name: the list has a view of this name already':
    'muss anders heißen: Die Liste hat schon eine Ansicht dieses Namens',
  'must be a header with the names of the columns': 'muss die Namen der Spalten enthalten',
  'must be a JSON object': 'muss ein JSON-Objekt sein',
  'has {a} cells where the header has {b} columns': 'hat {a} Zellen, die Kopfzeile aber {b} Spalten',
  'must be UTF-8, not Latin-1 or Windows-1252: save the file as CSV UTF-8':
    'muss UTF-8 sein: Speichern Sie die Datei als „CSV UTF-8“',
  // discounts and shipping that do not apply
  'applies to a first order only': 'gilt nur für die erste Bestellung',
  'applies to known buyers only: send the buyer’s e-mail':
    'gilt nur für bekannte Käufer: Geben Sie die E-Mail-Adresse an',
  'applies to none of the items': 'gilt für keinen der Artikel',
  'applies to at least {a} of its items': 'gilt ab {a} seiner Artikel',
  'applies to orders in {a} only': 'gilt nur für Bestellungen in {a}',
  'cannot be combined with a discount that saves as much or more':
    'ist nicht mit einem Rabatt kombinierbar, der ebenso viel oder mehr spart',
  'does not ship to {a}': 'versendet nicht nach {a}',
  'has expired': 'ist abgelaufen',
  'is not active': 'ist nicht aktiv',
  'is not valid yet': 'gilt noch nicht',
  'is not a valid discount code of this shop': 'ist kein gültiger Rabattcode dieses Shops',
  'lowers the price of none of the items': 'senkt den Preis keines Artikels',
  'does not lower the total': 'senkt die Summe nicht',
  'needs a shipping address': 'braucht eine Lieferadresse',
  'ships at most {a}': 'versendet höchstens {a}',
  'ships orders in {a} only': 'versendet nur Bestellungen in {a}',
  'ships totals of at most {a}': 'versendet nur bis zu einem Wert von {a}',
  // problems
  'The e-mail or the password is wrong, or the user may not sign in.':
    'E-Mail-Adresse oder Passwort sind falsch, oder der Benutzer darf sich nicht anmelden.',
  'The e-mail or the password is wrong.': 'E-Mail-Adresse oder Passwort sind falsch.',
  'The e-mail or the password is wrong{a}.': 'E-Mail-Adresse oder Passwort sind falsch{a}.',
  'The second factor is wrong, has expired or was used before: send the current code, a recovery code or passkey.':
    'Der zweite Faktor ist falsch, abgelaufen oder schon benutzt. Geben Sie den aktuellen Code, einen Wiederherstellungscode oder einen Passkey an.',
  'No resource has this id.': 'Unter dieser ID gibt es nichts.',
  'There is no {a} {b}.': 'Das gibt es nicht oder nicht mehr.',
  'There is no such {a}.': 'Das gibt es nicht oder nicht mehr.',
  'There is not enough stock of {a}; nothing was changed.':
    'Der Bestand von {a} reicht nicht. Es wurde nichts geändert.',
  'The total is {a}, not {b}; nothing was changed.': 'Die Summe ist {a} und nicht {b}. Es wurde nichts geändert.',
  'The last owner must stay. Create another owner first.':
    'Der letzte Inhaber muss bleiben. Legen Sie zuerst einen weiteren Inhaber an.',
  'The order is not paid in full. Cancel its items instead.':
    'Die Bestellung ist nicht vollständig bezahlt. Stornieren Sie stattdessen Artikel.',
  'The order is being cancelled.': 'Die Bestellung wird gerade storniert.',
  'The full amount is authorized by other payments.': 'Der ganze Betrag ist schon durch andere Zahlungen reserviert.',
  'A part of the order is authorized. Capture or cancel the payment first.':
    'Ein Teil der Bestellung ist reserviert. Ziehen Sie die Zahlung ein, oder brechen Sie sie zuerst ab.',
  'A payment of the order is disputed. Cancel the order when the dispute is closed.':
    'Eine Zahlung der Bestellung ist angefochten. Stornieren Sie die Bestellung, wenn die Anfechtung beendet ist.',
  'A payment of the order is pending until its gateway reports the outcome.':
    'Eine Zahlung der Bestellung ist noch offen, bis ihr Anbieter den Ausgang meldet.',
  'The invoice was sent less than a minute ago.': 'Die Rechnung wurde vor weniger als einer Minute gesendet.',
  'The invoice has no e-mail to which it could be sent.':
    'Die Rechnung hat keine E-Mail-Adresse, an die sie gesendet werden könnte.',
  'The invoice has no buyer any more: the user was erased.':
    'Die Rechnung hat keinen Käufer mehr: Der Kunde wurde gelöscht.',
  'The refund is {a} {b}, not {c}; nothing was changed.':
    'Die Erstattung beträgt {a} {b}, nicht {c}; es wurde nichts geändert.',
  'A refund of items of the order is in progress. Wait for its outcome.':
    'Eine Erstattung von Artikeln läuft. Warten Sie auf ihren Ausgang.',
  'The payment was declined.': 'Die Zahlung wurde abgelehnt.',
  'The payment has failed.': 'Die Zahlung ist fehlgeschlagen.',
  'The gateway could not be reached.': 'Der Zahlungsanbieter ist nicht erreichbar.',
  'The stock of the product is not tracked: set `stock` first.':
    'Der Bestand des Produkts wird nicht geführt. Tragen Sie zuerst einen Bestand ein.',
  'The webhook is disabled: enable it first.': 'Der Webhook ist ausgeschaltet. Schalten Sie ihn zuerst ein.',
  'The draft has the lines of its order or subscription. Delete it to create another one.':
    'Der Entwurf hat die Positionen seiner Bestellung oder seines Abos. Löschen Sie ihn, um einen anderen anzulegen.',
  'The category has {a} products and {b} child categories. Send reassign_to.':
    'Die Kategorie hat noch Produkte ({a}) und Unterkategorien ({b}). Wählen Sie, wohin sie kommen.',
  'The plan {a} has subscriptions. Archive it: set status to archived.':
    'Der Tarif hat Abos. Archivieren Sie ihn stattdessen.',
  'The current version is {a}. Read the resource again and repeat the change.':
    'Inzwischen hat jemand anderes Änderungen gespeichert. Laden Sie die Seite neu, und wiederholen Sie Ihre Änderung.',
  'The product has {a}: delete them first.': 'Das Produkt hat noch Varianten. Löschen Sie diese zuerst.',
  'Too many requests: try again in {a} s.': 'Zu viele Anfragen. Versuchen Sie es in {a} s noch einmal.',
  'The request took too long and was cancelled.': 'Die Anfrage hat zu lange gedauert und wurde abgebrochen.',
  'The service is stopping.': 'Der Dienst wird gerade beendet. Versuchen Sie es gleich noch einmal.',
};
