import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { language } from '../text/language.ts';
import { changedFields, type Field, type FieldValues, shownValues, translateNumbers } from './field.ts';
import { type Base, draftOf, type ResourceDraft, restored } from './resource-draft.ts';
import { useDraft } from './use-draft.ts';
import type { Form } from './use-form.ts';

type Edited = Readonly<{
  /** What the changes are made to. */
  base: Base;
  isChanged: boolean;
  /** Whether the form has changes of an earlier visit. */
  isRestored: boolean;
  /** What somebody else has saved in fields that the form changes, too. */
  conflict: Base | undefined;
  /** Lets the user choose between what was typed and what somebody else has saved. */
  ask: (theirs: Base) => void;
  resolve: (values: FieldValues, theirs: Base) => void;
  closeConflict: () => void;
  /**
   * These values are stored now, with this entity tag: only what was typed since then is a change, and what the service
   * has made of them is no change of somebody else.
   */
  store: (values: FieldValues, etag?: string) => void;
  /** Back to what is stored. */
  discard: () => void;
}>;

/**
 * A form that changes a resource, or creates one. What is typed stays as a draft in this tab until it is saved. When the
 * resource is loaded again, the fields without a change show its values, and the others what was typed.
 */
export const useEdited = (draft: string, fields: readonly Field[], form: Form, loaded: Base): Edited => {
  const [base, setBase] = useState(loaded);
  const [stored, setStored] = useState(loaded);
  const [conflict, setConflict] = useState<Base | undefined>();
  const adopted = useRef(loaded.etag);
  const values = shownValues(fields, form.values);
  const isChanged = changedFields(fields, values, base.values).length > 0;
  const content = draftOf(fields, values, base);
  const show = (next: FieldValues): void => form.replace({ ...form.values, ...next });
  const adopt = (changes: ResourceDraft): void => {
    const next = restored(changes, loaded);
    adopted.current = loaded.etag;
    setStored(loaded);
    setBase(next.base);
    setConflict(next.isConflict ? loaded : undefined);
    show(next.values);
  };
  const kept = useDraft<ResourceDraft>(draft, { content, isChanged, restore: adopt });
  useLayoutEffect(() => {
    if (loaded.etag !== adopted.current) adopt(content);
  }, [loaded.etag]);
  const writtenIn = useRef(language.value);
  // the form translates its numbers, too
  useLayoutEffect(() => {
    const former = writtenIn.current;
    if (former === language.value) return;
    writtenIn.current = language.value;
    const translate = (written: Base): Base => ({
      ...written,
      values: translateNumbers(fields, written.values, former),
    });
    setBase(translate);
    setStored(translate);
  }, [language.value]);
  return {
    base,
    isChanged,
    isRestored: kept.isRestored,
    conflict,
    ask: (theirs) => {
      setStored(theirs);
      setConflict(theirs);
    },
    resolve: (chosen, theirs) => {
      setConflict(undefined);
      setBase(theirs);
      show(chosen);
    },
    closeConflict: () => setConflict(undefined),
    store: (sent, etag) => {
      kept.discard();
      const next = (former: Base): Base => ({ values: { ...former.values, ...sent }, etag: etag ?? former.etag });
      setBase(next);
      setStored(next);
    },
    discard: () => {
      kept.discard();
      setBase(stored);
      show(stored.values);
    },
  };
};
