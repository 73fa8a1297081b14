import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import type { IconName } from '../parts/icon.tsx';
import { t } from '../text/text.ts';
import { htmlOf, insertHtml, parsedHtml } from './editable-html.ts';
import { LinkInput } from './link-input.tsx';

export type RichTextProps = Readonly<{
  name: string;
  /** HTML. */
  value: string;
  labelledBy: string;
  describedBy: string;
  isInvalid: boolean;
  onChange: (html: string) => void;
}>;

const HEADING = 'h2';

/** What the buttons do, and whether it is done where the caret is. */
const FORMATS = {
  bold: { command: 'bold', isOn: () => document.queryCommandState('bold') },
  italic: { command: 'italic', isOn: () => document.queryCommandState('italic') },
  heading: { command: 'formatBlock', isOn: () => /^h\d$/.test(document.queryCommandValue('formatBlock')) },
  list: { command: 'insertUnorderedList', isOn: () => document.queryCommandState('insertUnorderedList') },
} as const satisfies Readonly<Partial<Record<IconName, unknown>>>;

type Format = keyof typeof FORMATS;

const formats = Object.keys(FORMATS) as readonly Format[];

/** A text with headings, lists and links; also its HTML. */
export const RichText = (props: RichTextProps) => {
  const { name, value, labelledBy, describedBy, isInvalid, onChange } = props;
  const [isSource, setSource] = useState(false);
  const [href, setHref] = useState<string | undefined>();
  const { element, active, run, link, ...editor } = useEditor(props, isSource);
  const shared = {
    'aria-labelledby': labelledBy,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid,
  };
  const button = (icon: IconName, label: string, isOn: boolean, onClick: () => void) => (
    <Button
      key={icon}
      label=""
      icon={icon}
      class="icon-button"
      title={label}
      aria-label={label}
      aria-pressed={isOn}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    />
  );
  return (
    <div class="rich-text">
      <div class="rich-text-tools" role="toolbar" aria-label={t().richText.tools}>
        {!isSource &&
          formats.map((format) => button(format, t().richText[format], active.has(format), () => run(format)))}
        {!isSource &&
          button('link', t().richText.link, href !== undefined, () =>
            setHref(href === undefined ? link.current() : undefined),
          )}
        {button('code', t().richText.source, isSource, () => {
          setHref(undefined);
          setSource(!isSource);
        })}
      </div>
      {href !== undefined && (
        <LinkInput
          href={href}
          onClose={(changed) => {
            setHref(undefined);
            link.set(changed);
          }}
        />
      )}
      {isSource ? (
        <textarea
          {...shared}
          name={name}
          rows={10}
          spellcheck={false}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: neither input has markup
        <div {...shared} {...editor} ref={element} class="rich-text-area" role="textbox" aria-multiline tabIndex={0} />
      )}
    </div>
  );
};

/** What is edited in place, and what is done to it. */
const useEditor = ({ value, onChange }: RichTextProps, isSource: boolean) => {
  const element = useRef<HTMLDivElement>(null);
  const selected = useRef<Range | undefined>(undefined);
  /** The HTML that the element shows: writing it again would move the caret. */
  const shown = useRef<string | undefined>(undefined);
  const [active, setActive] = useState<ReadonlySet<Format>>(new Set());
  useLayoutEffect(() => {
    if (isSource) shown.current = undefined;
    else if (shown.current !== value) element.current?.replaceChildren(parsedHtml(value));
    if (!isSource) shown.current = value;
  }, [isSource, value]);
  useEffect(() => {
    const read = (): void => {
      const selection = getSelection();
      if (selection === null || selection.rangeCount === 0 || !element.current?.contains(selection.anchorNode)) return;
      selected.current = selection.getRangeAt(0).cloneRange();
      setActive(new Set(formats.filter((format) => FORMATS[format].isOn())));
    };
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, []);
  /** Leads back from a button or an input; where the caret is already, its style for the next letter stays. */
  const select = (range: Range | undefined): void => {
    const editor = element.current;
    if (editor === null) return;
    if (document.activeElement !== editor) editor.focus();
    else if (range === selected.current) return;
    if (range === undefined || !editor.contains(range.startContainer)) return;
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
  };
  const linkAt = (): HTMLAnchorElement | undefined => {
    const node = selected.current?.startContainer;
    const within = node instanceof Element ? node : node?.parentElement;
    return within?.closest('a') ?? undefined;
  };
  const emit = (editor: HTMLDivElement): void => {
    shown.current = htmlOf(editor);
    onChange(shown.current);
  };
  const run = (format: Format): void => {
    const { command, isOn } = FORMATS[format];
    select(selected.current);
    document.execCommand(command, false, format === 'heading' ? (isOn() ? 'p' : HEADING) : undefined);
  };
  const setLink = (href: string | undefined): void => {
    const range = selected.current;
    const former = linkAt();
    if (former !== undefined) range?.selectNodeContents(former);
    select(range);
    if (href === undefined) return;
    if (href === '') document.execCommand('unlink');
    else if (getSelection()?.isCollapsed) {
      document.execCommand('insertText', false, href);
      for (const _character of href) getSelection()?.modify('extend', 'backward', 'character');
      document.execCommand('createLink', false, href);
      getSelection()?.collapseToEnd();
    } else document.execCommand('createLink', false, href);
  };
  return {
    element,
    active,
    run,
    link: { current: () => linkAt()?.getAttribute('href') ?? '', set: setLink },
    contentEditable: true,
    onFocus: () => document.execCommand('defaultParagraphSeparator', false, 'p'),
    onInput: ({ currentTarget }: { currentTarget: HTMLDivElement }) => emit(currentTarget),
    onPaste: (event: ClipboardEvent & { currentTarget: HTMLDivElement }) => {
      const html = event.clipboardData?.getData('text/html') ?? '';
      if (html === '') return;
      event.preventDefault();
      insertHtml(event.currentTarget, html);
      emit(event.currentTarget);
    },
    // what is dropped would come with its styles and scripts
    onDrop: (event: DragEvent) => event.preventDefault(),
  };
};
