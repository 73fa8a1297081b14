import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { Button, Options } from '../parts/button.tsx';
import { Menu } from '../parts/menu.tsx';
import { LANGUAGES, language } from '../text/language.ts';
import { chooseLanguage, t, textOf, valueLabel } from '../text/text.ts';
import { BASE } from './base.ts';
import { Enrolment } from './enrolment.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { Notices, notify } from './notices.tsx';
import { NAVIGATION, SCREENS, type Screen } from './screens.ts';
import { Search } from './search.tsx';
import { caller, holds, isEnrolling, isInterrupted, signOut } from './session.ts';
import { SignInAgain } from './sign-in.tsx';
import { chooseTheme, THEMES, theme } from './theme.ts';

const ROUTES = SCREENS.map((screen) => ({ ...screen, component: lazyScreen(screen.load) }));

const isVisible = ({ scopes }: Screen): boolean => scopes === undefined || scopes.some(holds);

/** The frame of all screens: navigation, account menu and the screen itself; before it, a second factor that is due. */
export const Shell = () => (
  <LocationProvider scope={BASE}>
    {isEnrolling.value ? <Enrolment /> : <Frame />}
    <Notices />
    {isInterrupted.value && <SignInAgain />}
  </LocationProvider>
);

const Frame = () => {
  const { path } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  // before the next key
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // the menu of small windows
    setOpen(false);
    // the next Tab leads into the new screen, and screen readers read it
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <div class={isOpen ? 'frame open' : 'frame'}>
      <a class="skip" href="#main">
        {t().app.skip}
      </a>
      <header class="top">
        <button
          type="button"
          class="icon-button menu-button"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          <span aria-hidden="true">☰</span>
          <span class="visually-hidden">{t().app.menu}</span>
        </button>
        <a class="brand" href={BASE}>
          {t().app.name}
        </a>
        <Search />
        <AccountMenu />
      </header>
      <Navigation path={path} />
      <main id="main" ref={main} tabIndex={-1}>
        <ErrorBoundary onError={() => notify(t().errors.unexpected)}>
          <Router>
            {ROUTES.map((screen) => (
              <Route
                key={screen.path}
                path={BASE + screen.path}
                component={isVisible(screen) ? screen.component : Missing}
              />
            ))}
            <Route default component={Missing} />
          </Router>
        </ErrorBoundary>
      </main>
    </div>
  );
};

const Navigation = ({ path }: Readonly<{ path: string }>) => (
  <nav id="navigation" class="navigation" aria-label={t().app.navigation}>
    {Object.entries(NAVIGATION).map(([group, links]) => {
      const title = textOf(t().groups, group);
      const shown = Object.entries(links).filter(([, screen]) =>
        SCREENS.some((each) => each.path === screen && isVisible(each)),
      );
      return (
        shown.length > 0 && (
          <div key={group} class="navigation-group">
            {title && <h2>{title}</h2>}
            <ul>
              {shown.map(([label, screen]) => (
                <li key={screen}>
                  <a href={BASE + screen} aria-current={isWithin(path, BASE + screen) ? 'page' : undefined}>
                    {textOf(t().navigation, label)}
                  </a>
                </li>
              ))}
              {group === 'developers' && <DocsLinks />}
            </ul>
          </div>
        )
      );
    })}
  </nav>
);

/** The documents of the service, which are no screens. */
const DocsLinks = () => (
  <>
    <li>
      <a href="/docs" target="_blank" rel="noopener">
        {t().docs.reference}
      </a>
    </li>
    <li>
      <a href="/docs/guides" target="_blank" rel="noopener">
        {t().docs.guides}
      </a>
    </li>
  </>
);

const isWithin = (path: string, screen: string): boolean =>
  path === screen || (screen !== BASE && path.startsWith(`${screen}/`));

const AccountMenu = () => (
  <div class="account">
    <Menu label={caller.value?.user.name ?? caller.value?.user.email}>
      <p class="menu-item muted">
        {caller.value?.user.email}
        <br />
        {valueLabel(caller.value?.user.role ?? '')}
      </p>
      <label class="menu-item">
        <span>{t().app.theme}</span>
        <select
          value={theme.value}
          onChange={({ currentTarget: { value } }) => chooseTheme(THEMES.find((each) => each === value) ?? 'system')}
        >
          <Options values={THEMES} labelOf={(each) => t().themes[each]} />
        </select>
      </label>
      <label class="menu-item">
        <span>{t().app.language}</span>
        <select
          value={language.value}
          onChange={({ currentTarget: { value } }) =>
            void chooseLanguage(LANGUAGES.find((each) => each === value) ?? 'en').catch(() =>
              notify(t().errors.notLoaded),
            )
          }
        >
          <Options values={LANGUAGES} labelOf={(each) => t().languages[each]} />
        </select>
      </label>
      <a class="menu-item" href={`${BASE}/account`}>
        {t().navigation.account}
      </a>
      <Button label={t().app.signOut} class="menu-item link" onClick={() => void signOut()} />
    </Menu>
  </div>
);

const Missing = () => (
  <section class="screen">
    <h1>{t().errors.noScreen}</h1>
    <p>
      <a href={BASE}>{t().navigation.home}</a>
    </p>
  </section>
);
