import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Form } from './use-form.ts';

/** Moves the focus to the first invalid input of the element after each refused submission, and at no other time. */
export const useRefusalFocus = ({ refusals }: Form): RefObject<HTMLFormElement | null> => {
  const element = useRef<HTMLFormElement>(null);
  // with the errors on the page, before the next key
  useLayoutEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  return element;
};
