import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { BASE } from '../../app/base.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loading, Section } from '../../parts/parts.tsx';
import { fill, t } from '../../text/text.ts';
import { AddDemoProductsButton } from './add-demo-products-button.tsx';
import { type KnownStep, loadFirstSteps } from './first-steps.ts';

const HIDDEN = 'commerce.checklist.hidden';

/** About what fits into a window. */
const SKELETON_ROWS = 12;

type Props = Readonly<{
  /** What is below the list. It is loaded at once, and shown with the list, so that this does not push it down. */
  children: ComponentChildren;
}>;

/** What is to be done after the first start, until all of it is done. */
export const Checklist = ({ children }: Props) => {
  const [isHidden, setHidden] = useState(localStorage.getItem(HIDDEN) !== null);
  const { data, isLoading, reload } = useLoaded('checklist', isHidden ? async () => undefined : loadFirstSteps);
  const isAwaited = !isHidden && isLoading && data === undefined;
  const hide = (): void => {
    localStorage.setItem(HIDDEN, 'true');
    setHidden(true);
  };
  return (
    <>
      {isAwaited && <Loading rows={SKELETON_ROWS} />}
      {!isHidden && data && <OpenSteps {...data} onHide={hide} reload={reload} />}
      <div class="column" hidden={isAwaited}>
        {children}
      </div>
    </>
  );
};

type OpenStepsProps = Awaited<ReturnType<typeof loadFirstSteps>> &
  Readonly<{ onHide: () => void; reload: () => Promise<void> }>;

const OpenSteps = ({ merchant, developer, onHide, reload }: OpenStepsProps) => {
  if ([...merchant, ...developer].every(({ isDone }) => isDone)) return null;
  return (
    <Section title={t().checklist.title} actions={<Button label={t().checklist.hide} onClick={onHide} />}>
      {merchant.length > 0 && <Progress steps={merchant} />}
      <Steps steps={merchant} extras={{ product: <AddDemoProductsButton onAdded={() => void reload()} /> }} />
      {developer.length > 0 && (
        <details class="folded" open={merchant.every(({ isDone }) => isDone)}>
          <summary>
            {t().checklist.developers} ({progressText(developer)})
          </summary>
          <Steps steps={developer} />
        </details>
      )}
    </Section>
  );
};

const countOf = (steps: readonly KnownStep[]): number => steps.filter(({ isDone }) => isDone).length;

const progressText = (steps: readonly KnownStep[]): string =>
  fill(t().checklist.stepsDone, { done: countOf(steps), total: steps.length });

const Progress = ({ steps }: Readonly<{ steps: readonly KnownStep[] }>) => (
  <label class="progress">
    <span>{progressText(steps)}</span>
    <progress max={steps.length} value={countOf(steps)} />
  </label>
);

type StepsProps = Readonly<{
  steps: readonly KnownStep[];
  /** What is beside a step until it is done. */
  extras?: Readonly<Partial<Record<KnownStep['label'], ComponentChildren>>>;
}>;

const Steps = ({ steps, extras = {} }: StepsProps) => (
  <ul class="checklist">
    {steps.map(({ label, path, isDone }) => (
      <li key={label} class={isDone ? 'step muted' : 'step'}>
        <span class={isDone ? 'step-mark done' : 'step-mark'}>{isDone && <Icon name="check" />}</span>
        {isDone ? (
          <span>
            {t().checklist.steps[label]}
            <span class="visually-hidden"> {t().checklist.done}</span>
          </span>
        ) : (
          <div class="open-step">
            <a href={`${BASE}${path}`}>{t().checklist.steps[label]}</a>
            {extras[label]}
          </div>
        )}
      </li>
    ))}
  </ul>
);
