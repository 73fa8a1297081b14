/** The messages about rows of other shops' files in German, as `germanMessages` has those of the API. */
export const germanImportMessages: Readonly<Record<string, string>> = {
  // what a product cannot have here
  'is a gift card: it was imported as a product like others':
    'ist eine Geschenkkarte: Sie wurde ein Produkt wie andere',
  'consists of other products: its parts were left out': 'besteht aus anderen Produkten: Seine Teile entfallen',
  'is sold by another shop: it was imported as a draft': 'wird von einem anderen Shop verkauft: Es ist ein Entwurf',
  'has files to download: they were left out': 'hat Dateien zum Herunterladen: Sie entfallen',
  'has options that a customer fills in: they were left out': 'hat Optionen, die Kunden ausfüllen: Sie entfallen',
  'has texts in another language: they were left out': 'hat Texte in einer anderen Sprache: Sie entfallen',
  'has a price per unit: it was left out': 'hat einen Grundpreis: Er entfällt',
  'has a reduction that was left out: the price is the regular one':
    'hat einen Nachlass, der entfällt: Der Preis ist der reguläre',
  'has a price without tax, which was taken as it is': 'hat einen Preis ohne Steuer, der unverändert übernommen wurde',
  'shares the stock of its product, which is not counted here':
    'teilt den Bestand seines Produkts, der hier nicht gezählt wird',
  'has prices in other currencies: they were left out': 'hat Preise in anderen Währungen: Sie entfallen',
  'cannot be sold beyond the stock here': 'kann hier nicht über den Bestand hinaus verkauft werden',
  'had {a}, left out': 'hatte {a}, was entfällt',
  // names and texts
  'had {a} characters and was cut to {b}': 'hatte {a} Zeichen und wurde auf {b} gekürzt',
  '{a} was cut to {b} characters': '{a} wurde auf {b} Zeichen gekürzt',
  '{a} became {b}': 'aus {a} wurde {b}',
  '{a} became one of the name': 'aus {a} wurde eine Adresse, die der Name ergibt',
  'only {a} was taken, not {b}': 'nur {a} wurde übernommen, nicht {b}',
  'has {a} levels: at most {b}': 'hat {a} Ebenen: höchstens {b}',
  'were {a}: the first {b} were taken': 'waren {a}: Die ersten {b} wurden übernommen',
  '{a} is not known: it is a draft': '{a} ist nicht bekannt: Es ist ein Entwurf',
  // numbers, prices, stock and weight
  '{a} was read as {b}': '{a} wurde als {b} gelesen',
  'may be {a} or {b}: say which mark is before the decimals':
    'kann {a} oder {b} sein: Wählen Sie das Zeichen vor den Nachkommastellen',
  'must be a number, such as 19.99, not {a}': 'muss eine Zahl wie 19,99 sein, nicht {a}',
  'is missing: a new product is a draft that costs nothing':
    'fehlt: Ein neues Produkt ist ein Entwurf, der nichts kostet',
  'is 0: it is a draft': 'ist 0: Es ist ein Entwurf',
  '{a} holds for a time only and was left out: a price has no dates here':
    '{a} gilt nur befristet und entfällt: Ein Preis hat hier keinen Zeitraum',
  '{a} was left out: it is lower than the price': '{a} entfällt: Es ist niedriger als der Preis',
  'was {a} and is {b} now': 'war {a} und ist jetzt {b}',
  '{a} was left out: say the unit of weights': '{a} entfällt: Wählen Sie die Einheit der Gewichte',
  // SKUs, barcodes and images
  'was missing and is {a} now': 'fehlte und ist jetzt {a}',
  '{a} is the SKU of line {b}, too': '{a} ist auch die Artikelnummer von Zeile {b}',
  '{a} is the SKU of line {b}, too: it is {c} here': '{a} ist auch die Artikelnummer von Zeile {b}: Hier ist sie {c}',
  '{a} has blanks': '{a} hat Leerzeichen',
  '{a} looks like a number that a spreadsheet has changed':
    '{a} sieht aus wie eine Zahl, die eine Tabellenkalkulation geändert hat',
  '{a} was left out: a spreadsheet has dropped its last digits':
    '{a} entfällt: Eine Tabellenkalkulation hat die letzten Ziffern gelöscht',
  '{a} lacked its leading zero': 'bei {a} fehlte die führende Null',
  '{a} was left out: its last digit is not its check digit': '{a} entfällt: Die letzte Ziffer ist nicht die Prüfziffer',
  'has several addresses in one cell: {a}': 'hat mehrere Adressen in einer Zelle: {a}',
  '{a} was left out: it is no whole address, and it is not said what it follows':
    '{a} entfällt: Die Adresse ist nicht vollständig, und es ist nicht gesagt, wo sie beginnt',
  '{a} was left out: there are {b} images': '{a} entfällt: Es sind {b} Bilder',
  '{a} was left out: it did not arrive in time': '{a} entfällt: Es kam nicht rechtzeitig an',
  '{a} was left out: it cannot be reached': '{a} entfällt: Es ist nicht erreichbar',
  '{a} was left out: it is on a host that is not found': '{a} entfällt: Seinen Server gibt es nicht',
  '{a} was left out: it is not available now': '{a} entfällt: Es ist zurzeit nicht verfügbar',
  '{a} was left out: it is not given to everybody, or not there':
    '{a} entfällt: Es ist nicht für alle da, oder gar nicht',
  '{a} was left out: it is on a host without a valid certificate':
    '{a} entfällt: Sein Server hat kein gültiges Zertifikat',
  '{a} was left out: it is at a private address': '{a} entfällt: Es liegt unter einer privaten Adresse',
  '{a} was left out: it leads from one address to another, too often or to none':
    '{a} entfällt: Die Adresse leitet zu oft weiter, oder ins Leere',
  '{a} was left out: it has more than 10 MiB': '{a} entfällt: Es hat mehr als 10 MiB',
  '{a} was left out: it is no PNG, JPEG, WebP or AVIF image':
    '{a} entfällt: Es ist kein Bild in PNG, JPEG, WebP oder AVIF',
  '{a} was left out: only https is shown': '{a} entfällt: Nur https wird angezeigt',
  '{a} was left out: it is no address': '{a} entfällt: Es ist keine Adresse',
  // products and their variants
  'is a draft: it is a variant, but no product names it':
    'ist ein Entwurf: Es ist eine Variante, aber kein Produkt nennt sie',
  'was left out: no product of the file has its name': 'entfällt: Kein Produkt der Datei hat diesen Namen',
  'is required: it names the product': 'ist erforderlich: Das Produkt wird so benannt',
  'is required, or the id of an existing product': 'ist erforderlich, oder die ID eines vorhandenen Produkts',
  'has {a} values for {b} options': 'hat {a} Werte für {b} Optionen',
  'must be the SKU of an existing product or of an earlier row':
    'muss die Artikelnummer eines vorhandenen Produkts oder einer früheren Zeile sein',
  'must have at most {a} characters, not {b}': 'darf höchstens {a} Zeichen haben, nicht {b}',
  'must have fewer tags, or fewer of them within each other': 'muss weniger Tags oder weniger ineinander haben',
  'must have at most {a} characters, also as HTML writes them: & is &amp;':
    'darf höchstens {a} Zeichen haben, auch in der Schreibweise von HTML: & ist &amp;',
  // customers
  'is required: a customer is known by an e-mail': 'ist erforderlich: Ein Kunde wird an der E-Mail-Adresse erkannt',
  'is that of an account of the staff: invite colleagues instead':
    'gehört einem Konto des Personals: Laden Sie Teammitglieder stattdessen ein',
  'is that of an account with permissions, which files do not change':
    'gehört einem Konto mit Berechtigungen, die Dateien nicht ändern',
  'is that of an account here whose e-mail nobody has proved: a stranger may have signed up with it':
    'gehört einem Konto, dessen E-Mail-Adresse niemand bestätigt hat: Ein Fremder kann sich damit angemeldet haben',
  'were left out: customers set new ones by a mail': 'entfallen: Kunden setzen neue über eine E-Mail',
  'has a note that was left out': 'hat eine Anmerkung, die entfällt',
  'has tags that were left out': 'hat Schlagwörter, die entfallen',
  'pays no tax there: confirm a tax id here': 'zahlt dort keine Steuer: Bestätigen Sie hier eine Steuernummer',
  'is no phone number that can be called: it was left out':
    'ist keine Telefonnummer, die sich anrufen lässt: Sie entfällt',
  'was left out: it lacks {a}': 'entfällt: Es fehlt {a}',
  'a street': 'die Straße',
  'a country': 'das Land',
  'a country that is known': 'ein bekanntes Land',
  'is neither yes nor no: it was left out': 'ist weder Ja noch Nein und entfällt',
  'was left as it is: it was said later than the file was written':
    'bleibt, wie es ist: Es wurde später gesagt, als die Datei geschrieben wurde',
  // discounts
  'is required: a discount is known by its code': 'ist erforderlich: Ein Rabatt wird an seinem Code erkannt',
  '{a} is a kind of discount that does not exist here': '{a} ist eine Art von Rabatt, die es hier nicht gibt',
  'takes off a part of the shipping, which does not exist here':
    'nimmt einen Teil des Versands weg, was es hier nicht gibt',
  'is free of shipping, too: that was left out': 'gewährt auch kostenlosen Versand: Das entfällt',
  'has been used {a} of {b} times: it is inactive': 'wurde {a} von {b} Mal genutzt: Er ist inaktiv',
  'has been used {a} of {b} times: {c} are left': 'wurde {a} von {b} Mal genutzt: {c} bleiben',
  'is for some items only, which the file does not name as here: it is inactive':
    'gilt nur für manche Artikel, die die Datei anders nennt als der Shop: Er ist inaktiv',
  'is for some customers only, which does not exist here: it is inactive':
    'gilt nur für manche Kunden, was es hier nicht gibt: Er ist inaktiv',
  'must name the products with this price, unless category_ids does':
    'muss die Produkte mit diesem Preis nennen, wenn es die Kategorien nicht tun',
  'must be a date such as 2026-01-31 or 2026-01-31 13:30:00 +0100':
    'muss ein Datum wie 2026-01-31 oder 2026-01-31 13:30:00 +0100 sein',
  // redirects
  'is a pattern: only whole paths are redirected': 'ist ein Muster: Nur ganze Adressen werden weitergeleitet',
  'is required: pages that answer {a} are none here anyway':
    'ist erforderlich: Seiten, die mit {a} antworten, gibt es hier ohnehin nicht',
  // columns and rows of any file
  'is in line {a} already, with other values': 'steht schon in Zeile {a}, mit anderen Werten',
  'must be {a} or {b} or {c} for this file': 'muss für diese Datei {a}, {b} oder {c} sein',
  'is not a column of the file': 'ist keine Spalte der Datei',
  '{a} is not a field of {b}': '{a} ist kein Feld {b}',
  'a product': 'eines Produkts',
  'a customer': 'eines Kunden',
  'a discount': 'eines Rabatts',
  'a redirect': 'einer Weiterleitung',
  'gives {a}, which another column gives already': 'gibt {a}, was schon eine andere Spalte gibt',
  'must be a header with a column for {a}, not {b}': 'muss eine Kopfzeile mit einer Spalte für {a} sein, nicht {b}',
  'the SKU or the name of a product': 'die Artikelnummer oder den Namen eines Produkts',
  'the e-mail of a customer': 'die E-Mail-Adresse eines Kunden',
  'the code of a discount': 'den Code eines Rabatts',
  'the former path of a redirect': 'die frühere Adresse einer Weiterleitung',
  // files and rows that are not as expected
  'is the header, it seems: delete what is above it': 'ist anscheinend die Kopfzeile: Löschen Sie, was darüber steht',
  'ends when {a} begins (UTC): say a time if it is the last day':
    'endet, wenn {a} beginnt (UTC): Geben Sie eine Uhrzeit an, wenn es der letzte Tag ist',
  'was left out: a customer has at most {a} addresses': 'entfällt: Ein Kunde hat höchstens {a} Adressen',
};
