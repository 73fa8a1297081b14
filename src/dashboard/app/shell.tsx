import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { Button, Options } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { chooseLanguage } from '../text/choose-language.ts';
import { LANGUAGES, language } from '../text/language.ts';
import { t, valueLabel } from '../text/text.ts';
import { BASE } from './base.ts';
import { Brand } from './brand.tsx';
import { Enrolment } from './enrolment.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { Navigation, PhoneBar } from './navigation.tsx';
import { Notices, notify } from './notices.tsx';
import { isVisible, SCREENS } from './screens.ts';
import { useScrollToTop } from './scroll-position.ts';
import { Search } from './search.tsx';
import { caller, isEnrolling, isInterrupted, signOut } from './session.ts';
import { SignInAgain } from './sign-in.tsx';
import { chooseTheme, THEMES, theme } from './theme.ts';

const ROUTES = SCREENS.map((screen) => ({ ...screen, component: lazyScreen(screen.load) }));

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
  const scrollToTop = useScrollToTop();
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
      <aside class="sidebar">
        <a class="brand" href={BASE}>
          <Brand />
        </a>
        <Navigation path={path} />
      </aside>
      <header class="top">
        <Search />
        <AccountMenu />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <ErrorBoundary onError={() => notify(t().errors.unexpected)}>
          <Router onRouteChange={scrollToTop}>
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
      <PhoneBar path={path} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
    </div>
  );
};

const AccountMenu = () => (
  <div class="account">
    <Menu
      label={
        <>
          <span class="avatar" aria-hidden="true">
            <Icon name="user" />
          </span>
          <span class="account-name">{caller.value?.user.name ?? caller.value?.user.email}</span>
        </>
      }
    >
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
    <div class="buttons">
      <a class="button primary" href={BASE}>
        {t().navigation.home}
      </a>
    </div>
  </section>
);
