import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { BASE } from '../../app/base.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Section } from '../../parts/parts.tsx';
import { fill, t } from '../../text/text.ts';
import { AddDemoProductsButton } from './add-demo-products-button.tsx';
import { type KnownStep, loadFirstSteps } from './first-steps.ts';

const HIDDEN = 'commerce.checklist.hidden';

/** What is to be done after the first start, until all of it is done. */
export const Checklist = () => {
  const [isHidden, setHidden] = useState(localStorage.getItem(HIDDEN) !== null);
  if (isHidden) return null;
  return (
    <Checks
      onHide={() => {
        localStorage.setItem(HIDDEN, 'true');
        setHidden(true);
      }}
    />
  );
};

const Checks = ({ onHide }: Readonly<{ onHide: () => void }>) => {
  const { data, reload } = useLoaded('checklist', loadFirstSteps);
  if (data === undefined) return null;
  const { merchant, developer } = data;
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
