import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { fill, t } from '../text/text.ts';
import { Icon } from './icon.tsx';

const Closing = createContext<() => void>(() => {});

/** Closes the menu around a component, such as after a dialog that was opened in it; does nothing outside of menus. */
export const useCloseMenu = (): (() => void) => useContext(Closing);

type Props = Readonly<{
  label: ComponentChildren;
  children: ComponentChildren;
  class?: string;
  /** Of a label that is an icon. */
  name?: string;
}>;

/** A button that opens a small panel. Escape, a link or a choice in it, and a click or the focus elsewhere close it. */
export const Menu = ({ label, children, class: more = '', name }: Props) => {
  const details = useRef<HTMLDetailsElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = (): void => {
    if (details.current) details.current.open = false;
  };
  useEffect(() => {
    const closeBy = (event: Event): void => {
      const element = details.current;
      // a dialog in the panel would close with it
      if (element === null || !element.open || element.querySelector('dialog[open]') !== null) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        element.querySelector('summary')?.focus();
      } else if (
        event.target instanceof Element &&
        element.contains(event.target) &&
        !event.target.closest('a, [data-closes]')
      )
        return;
      close();
    };
    addEventListener('click', closeBy);
    addEventListener('keydown', closeBy);
    return () => {
      removeEventListener('click', closeBy);
      removeEventListener('keydown', closeBy);
    };
  }, []);
  /** Puts the panel beside its button in the window: a table, which is scrolled, would cut it. */
  const place = (): void => {
    if (!details.current?.open || panel.current === null) return;
    const button = details.current.getBoundingClientRect();
    const { offsetHeight: height, offsetWidth: width } = panel.current;
    const { clientWidth: windowWidth } = document.documentElement;
    const isBelow = button.bottom + height + GAP < innerHeight;
    const { style } = panel.current;
    style.top = `${isBelow ? button.bottom + GAP : Math.max(GAP, button.top - height - GAP)}px`;
    // a button at the left edge has no room for it there
    style.right = `${Math.min(windowWidth - button.right, windowWidth - width - GAP)}px`;
    addEventListener('scroll', close, { once: true });
  };
  return (
    <details
      class={`menu ${more}`}
      ref={details}
      onToggle={place}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget as Node)) currentTarget.open = false;
      }}
    >
      <summary class={name === undefined ? 'button' : 'icon-button'} aria-label={name}>
        {label}
      </summary>
      <div ref={panel} class="menu-panel">
        <Closing.Provider value={close}>{children}</Closing.Provider>
      </div>
    </details>
  );
};

/** Between a button and its panel, in pixels. */
const GAP = 4;

/** What can be done with a row. */
export const RowMenu = ({ name, children }: Readonly<{ name: string; children: ComponentChildren }>) => (
  <Menu class="row-menu" label={<Icon name="more" />} name={fill(t().list.actionsOn, { name })}>
    {children}
  </Menu>
);

/** What is rarely done with the resource of a screen, or cannot be undone, beside its other buttons. */
export const MoreMenu = ({ children }: Readonly<{ children: ComponentChildren }>) => (
  <Menu class="row-menu" label={t().common.more}>
    {children}
  </Menu>
);
