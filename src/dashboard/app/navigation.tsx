import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon, type IconName } from '../parts/icon.tsx';
import { t, textOf } from '../text/text.ts';
import { BASE } from './base.ts';
import { isVisible, NAVIGATION, type NavigationLabel, SCREENS } from './screens.ts';

export const NAVIGATION_ICONS: Readonly<Record<NavigationLabel, IconName>> = {
  home: 'home',
  orders: 'orders',
  products: 'products',
  customers: 'customers',
  analytics: 'analytics',
  returns: 'returns',
  withdrawals: 'page',
  payments: 'card',
  invoices: 'invoice',
  creditNotes: 'creditNote',
  subscriptions: 'repeat',
  categories: 'categories',
  discounts: 'percent',
  plans: 'tag',
  priceTest: 'calculator',
  redirects: 'redirects',
  keys: 'key',
  webhooks: 'webhook',
  events: 'activity',
  gateways: 'gateways',
  auditLog: 'history',
  shop: 'shop',
  rules: 'settings',
  shippingMethods: 'truck',
  taxRates: 'percent',
  team: 'user',
  environment: 'code',
  account: 'user',
};

/** The screens that the user may see, in the groups of the navigation. */
export const visibleGroups = () =>
  Object.entries(NAVIGATION).flatMap(([group, links]) => {
    const shown = Object.entries(links).filter(([, screen]) =>
      SCREENS.some((each) => each.path === screen && isVisible(each)),
    ) as [NavigationLabel, string][];
    return shown.length === 0 ? [] : [{ group, links: shown }];
  });

/** All screens, in groups that fold; the group of the present screen is open. */
export const Navigation = ({ path }: Readonly<{ path: string }>) => (
  <nav id="navigation" class="navigation" aria-label={t().app.navigation}>
    {visibleGroups().map(({ group, links }) => {
      const title = textOf(t().groups, group);
      const list = (
        <ul>
          {links.map(([label, screen]) => (
            <li key={screen}>
              <ScreenLink label={label} screen={screen} path={path} />
            </li>
          ))}
          {group === 'developers' && <DocsLinks />}
        </ul>
      );
      return (
        <div key={group} class={`navigation-group ${group}`}>
          {title === '' ? (
            list
          ) : (
            <Fold group={group} title={title} hasScreen={links.some(([, screen]) => isWithin(path, BASE + screen))}>
              {list}
            </Fold>
          )}
        </div>
      );
    })}
  </nav>
);

/** Whether the user has folded a group in this browser; the developers' is folded at first. */
const keyOf = (group: string): string => `commerce.folded.${group}`;

type FoldProps = Readonly<{
  group: string;
  title: string;
  /** Whether the present screen is in it: then it is open. */
  hasScreen: boolean;
  children: ComponentChildren;
}>;

const Fold = ({ group, title, hasScreen, children }: FoldProps) => {
  const [isFolded, setFolded] = useState(
    (localStorage.getItem(keyOf(group)) ?? String(group === 'developers')) === 'true',
  );
  return (
    <details
      open={hasScreen || !isFolded}
      onToggle={({ currentTarget: { open } }) => {
        if (hasScreen) return;
        localStorage.setItem(keyOf(group), String(!open));
        setFolded(!open);
      }}
    >
      <summary>{title}</summary>
      {children}
    </details>
  );
};

type LinkProps = Readonly<{ label: NavigationLabel; screen: string; path: string }>;

const ScreenLink = ({ label, screen, path }: LinkProps) => (
  <a href={BASE + screen} aria-current={isWithin(path, BASE + screen) ? 'page' : undefined}>
    <Icon name={NAVIGATION_ICONS[label]} />
    <span>{t().navigation[label]}</span>
  </a>
);

/** The documents of the service, which are no screens. */
const DocsLinks = () => (
  <>
    <DocsLink href="/docs" label={t().docs.reference} />
    <DocsLink href="/docs/guides" label={t().docs.guides} />
  </>
);

const DocsLink = ({ href, label }: Readonly<{ href: string; label: string }>) => (
  <li>
    <a href={href} target="_blank" rel="noopener">
      <Icon name="docs" />
      <span>{label}</span>
    </a>
  </li>
);

type PhoneBarProps = Readonly<{ path: string; isOpen: boolean; onToggle: () => void }>;

/** The first screens at the bottom of a phone, and the button that opens all of them. */
export const PhoneBar = ({ path, isOpen, onToggle }: PhoneBarProps) => (
  <nav class="phone-bar" aria-label={t().app.mainScreens}>
    {visibleGroups()
      .flatMap(({ group, links }) => (group === 'shop' ? links : []))
      .filter(([label]) => label !== 'analytics')
      .map(([label, screen]) => (
        <ScreenLink key={screen} label={label} screen={screen} path={path} />
      ))}
    <button type="button" aria-expanded={isOpen} aria-controls="navigation" onClick={onToggle}>
      <Icon name={isOpen ? 'close' : 'menu'} />
      <span>{t().app.menu}</span>
    </button>
  </nav>
);

const isWithin = (path: string, screen: string): boolean =>
  path === screen || (screen !== BASE && path.startsWith(`${screen}/`));
