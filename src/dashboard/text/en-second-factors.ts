/** The English texts of second factors. */
export const englishSecondFactors = {
  secondFactors: {
    title: 'Second factor',
    empty: 'A second factor protects your account when somebody else knows your password.',
    add: 'Add an authenticator app',
    explained: 'You then need your password and a code of the app to sign in.',
    nameHint: 'Such as “My phone”.',
    added: 'Confirm the app with a code.',
    scan: 'Scan this code with your authenticator app, or enter the secret below it. Both are shown only now.',
    qrCode: 'QR code of the secret',
    openApp: 'Open an authenticator app on this device',
    code: 'The code that the app shows',
    confirm: 'Confirm',
    rename: 'Rename',
    removeExplained: 'Without another factor, the password alone signs you in.',
    addPasskey: 'Add a passkey',
    passkeyExplained:
      'This device, your phone or a security key then confirms your sign-ins, and works only on this dashboard. Your browser asks for it next.',
    passkeyNameHint: 'Such as “My laptop”.',
    passkeyAdded: 'The passkey was added.',
    noPasskeys:
      'Passkeys need a current browser, and a name instead of numbers in the address of this page, such as localhost.',
    recoveryCodes: 'Recovery codes',
    recoveryExplained: 'Each code signs you in once without the second factor.',
    renew: 'New recovery codes',
    renewExplained: 'The former recovery codes stop working.',
    renewed: 'You have new recovery codes.',
  },
  enrolment: {
    title: 'Add a second factor',
    leave: 'Go on to the dashboard',
    explained: 'Your role needs a second factor beside the password. Add one to go on to the dashboard.',
  },
  passkeys: {
    use: 'Use a passkey',
    hint: 'Or enter a code.',
    failed: 'No passkey responded. Try again, or enter a code.',
    notCreated:
      'The browser has made no passkey. Perhaps this device has one for your account already. Nothing has changed.',
    recoveryCode: 'Recovery code',
    recoveryHint: 'One of the recovery codes that you have stored. It works once.',
  },
};
