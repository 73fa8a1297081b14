import { englishBilling } from './en-billing.ts';
import { englishChecklist } from './en-checklist.ts';
import { englishCollect } from './en-collect.ts';
import { englishCustomers } from './en-customers.ts';
import { englishDevelopers } from './en-developers.ts';
import { englishErasure } from './en-erasure.ts';
import { englishFields } from './en-fields.ts';
import { englishFigures } from './en-figures.ts';
import { englishForms } from './en-forms.ts';
import { englishHistory } from './en-history.ts';
import { englishImports } from './en-imports.ts';
import { englishOrders } from './en-orders.ts';
import { englishPriceTest } from './en-price-test.ts';
import { englishProductFields } from './en-product-fields.ts';
import { englishProductPage } from './en-product-page.ts';
import { englishProducts } from './en-products.ts';
import { englishReports } from './en-reports.ts';
import { englishRules } from './en-rules.ts';
import { englishScreens } from './en-screens.ts';
import { englishSecondFactors } from './en-second-factors.ts';
import { englishScopes, englishValues } from './en-values.ts';
import { englishWithdrawals } from './en-withdrawals.ts';

/** The English texts; those of other languages have the same names. */
export const english = {
  fields: { ...englishFields, ...englishProductFields, ...englishErasure, ...englishFigures },
  values: englishValues,
  scopes: englishScopes,
  ...englishForms,
  ...englishScreens,
  ...englishProducts,
  ...englishProductPage,
  ...englishImports,
  ...englishHistory,
  ...englishCustomers,
  ...englishBilling,
  ...englishPriceTest,
  ...englishOrders,
  ...englishChecklist,
  ...englishCollect,
  ...englishWithdrawals,
  ...englishReports,
  ...englishRules,
  ...englishSecondFactors,
  ...englishDevelopers,
  app: {
    mainScreens: 'Main screens',
    skip: 'Skip to the content',
    menu: 'Menu',
    navigation: 'Screens',
    theme: 'Theme',
    language: 'Language',
    signOut: 'Sign out',
  },
  themes: { system: 'Same as the system', light: 'Light', dark: 'Dark' },
  languages: { en: 'English', de: 'Deutsch' },
  groups: { shop: '', sales: 'Sales', catalog: 'Catalogue', developers: 'Developers', settings: 'Settings' },
  signIn: {
    title: 'Sign in',
    forgotten: 'Forgot your password?',
    submit: 'Sign in',
    again: 'Sign in again',
    leave: 'Sign out and discard what you have typed',
    ended: 'Your session has ended. What you have typed is still here.',
    insecure: 'Browsers sign in only over HTTPS or on this machine. Open the dashboard with https:// or on localhost.',
  },
  passwordReset: {
    title: 'Set a new password',
    request: 'Send the link',
    requestExplained: 'Enter the e-mail of your account. You get a link with which you set a new password.',
    requested: 'If {email} has an account, a mail with a link is on its way. The link works for an hour.',
    back: 'Back to the sign-in',
    explained: 'Choose a new password for your account. You are then signed out everywhere.',
    signedIn: 'You are signed in as {email}. Sign out to set the password of the link.',
  },
  invitation: {
    title: 'Welcome',
    explained: 'Set a password to accept the invitation.',
    submit: 'Set the password',
    signedIn: 'You are signed in as {email}. Sign out to accept the invitation.',
    done: 'Your password is set. Sign in with your e-mail and the password.',
  },
  common: {
    required: '(required)',
    back: 'Back',
    cancel: 'Cancel',
    close: 'Close',
    retry: 'Try again',
    reload: 'Reload',
    copy: 'Copy',
    copyOf: 'Copy {text}',
    copied: 'Copied.',
    notCopied: 'The browser does not allow copying: select the text instead.',
    edit: 'Edit',
    save: 'Save',
    delete: 'Delete',
    remove: 'Remove',
    deleted: 'Deleted.',
    show: 'Show',
    shownOnce: 'This is shown only now: store it where your other secrets are.',
    notStored: 'Nothing was copied yet. Store what is shown before you close this dialog.',
    stored: 'I have stored it',
    timeline: 'Timeline',
    overview: 'Overview',
    yes: 'Yes',
    no: 'No',
    all: 'All',
    more: 'More',
    found: 'Found: {count}',
    suggestions: 'Suggestions',
    time: 'Time',
    loading: 'Loading',
  },
  list: {
    search: 'Search {title}',
    filters: 'Filters',
    clear: 'Clear the filters',
    removeFilter: 'Remove the filter',
    any: 'Any',
    sort: 'Sort by',
    columns: 'Columns',
    views: 'Views',
    saveView: 'Save this view',
    saveViewExplained:
      'Saves the filters and the sort under a name, for all of your devices. A view of the same name is replaced.',
    removeView: 'Remove the view {name}',
    actionsOn: 'Actions: {name}',
    actions: 'Actions',
    selectAll: 'Select all rows',
    select: 'Select {name}',
    selected: 'Selected: {count}',
    bulk: 'Actions on the selected rows',
    noMatches: 'Nothing matches these filters.',
    pages: 'Pages',
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    results: 'Rows on this page: {count}',
    countAll: 'Count all rows',
    total: 'Rows in total: {count}',
    csvBusy: 'CSV …',
    csvLimit: 'Rows in the file: the first {count}.',
  },
  errors: {
    unreachable: 'The service does not respond. Check your connection, and try again.',
    missingScope: 'This needs the permission {scope}.',
    unexpected: 'This screen has failed. Reload the page.',
    notLoaded: 'This screen could not be loaded. The service may have been upgraded, or the connection lost.',
    noScreen: 'There is no such screen, or you may not see it.',
  },
};

/** The texts of the dashboard in one language. */
export type Texts = typeof english;
