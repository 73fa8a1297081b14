import type { englishSecondFactors } from './en-second-factors.ts';

/** The German texts of second factors. */
export const germanSecondFactors: typeof englishSecondFactors = {
  secondFactors: {
    title: 'Zweiter Faktor',
    empty: 'Ein zweiter Faktor schützt Ihr Konto, wenn jemand Ihr Passwort kennt.',
    add: 'Authentifizierungs-App hinzufügen',
    explained: 'Für die Anmeldung brauchen Sie dann Ihr Passwort und einen Code der App.',
    nameHint: 'Zum Beispiel „Mein Telefon“.',
    added: 'Bestätigen Sie die App mit einem Code.',
    scan: 'Scannen Sie diesen Code mit Ihrer App, oder geben Sie das Geheimnis darunter ein. Beide werden nur jetzt angezeigt.',
    qrCode: 'QR-Code des Geheimnisses',
    openApp: 'Eine App auf diesem Gerät öffnen',
    code: 'Der Code, den die App zeigt',
    confirm: 'Bestätigen',
    rename: 'Umbenennen',
    removeExplained: 'Ohne weiteren Faktor genügt das Passwort für die Anmeldung.',
    addPasskey: 'Passkey hinzufügen',
    passkeyExplained:
      'Dieses Gerät, Ihr Telefon oder ein Sicherheitsschlüssel bestätigt dann Ihre Anmeldungen, und zwar nur für dieses Dashboard. Als Nächstes fragt Ihr Browser danach.',
    passkeyNameHint: 'Zum Beispiel „Mein Laptop“.',
    passkeyAdded: 'Der Passkey ist hinzugefügt.',
    noPasskeys:
      'Passkeys brauchen einen aktuellen Browser und einen Namen statt Ziffern in der Adresse dieser Seite, zum Beispiel localhost.',
    recoveryCodes: 'Wiederherstellungscodes',
    recoveryExplained: 'Jeder Code ersetzt den zweiten Faktor einmal.',
    renew: 'Neue Wiederherstellungscodes',
    renewExplained: 'Die bisherigen Wiederherstellungscodes gelten dann nicht mehr.',
    renewed: 'Sie haben neue Wiederherstellungscodes.',
  },
  enrolment: {
    title: 'Zweiten Faktor hinzufügen',
    leave: 'Weiter zum Dashboard',
    explained:
      'Ihre Rolle braucht neben dem Passwort einen zweiten Faktor. Fügen Sie einen hinzu, um zum Dashboard zu kommen.',
  },
  passkeys: {
    use: 'Passkey verwenden',
    hint: 'Oder geben Sie einen Code ein.',
    failed: 'Kein Passkey hat geantwortet. Versuchen Sie es noch einmal, oder geben Sie einen Code ein.',
    notCreated:
      'Der Browser hat keinen Passkey erstellt. Vielleicht hat dieses Gerät schon einen für Ihr Konto. Es hat sich nichts geändert.',
    recoveryCode: 'Wiederherstellungscode',
    recoveryHint: 'Einer der Wiederherstellungscodes, die Sie aufbewahrt haben. Er gilt einmal.',
  },
};
