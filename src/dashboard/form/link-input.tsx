import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { t } from '../text/text.ts';

/** The address that a person means: of the web unless it says otherwise. */
const addressOf = (text: string): string => {
  if (text === '' || /^(?:https?:|mailto:|tel:|\/|#)/i.test(text)) return text;
  return /^[^\s/]+@[^\s/]+$/.test(text) ? `mailto:${text}` : `https://${text}`;
};

type Props = Readonly<{
  href: string;
  /** Gets the address, empty to remove the link, or undefined to leave it. */
  onClose: (href: string | undefined) => void;
}>;

/** The address of a link in a text. */
export const LinkInput = ({ href, onClose }: Props) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(href);
  useEffect(() => input.current?.focus(), []);
  const apply = (): void => onClose(addressOf(text.trim()));
  return (
    <div class="rich-text-link">
      <label for={id}>{t().richText.address}</label>
      <input
        id={id}
        ref={input}
        type="text"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.stopPropagation();
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // the form and the dialog around it go on
          event.preventDefault();
          if (event.key === 'Enter') apply();
          else onClose(undefined);
        }}
      />
      <Button label={t().richText.apply} onClick={apply} />
      {href !== '' && <Button label={t().richText.unlink} onClick={() => onClose('')} />}
    </div>
  );
};
