import type { ResourceAudit } from '#core/audit/audited-fields.ts';
import type { Currency } from '#core/shared/currency.ts';
import { conflict } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { Resource, ResourceView } from '#core/shared/resource.ts';
import type { PricingTx } from '../ports.ts';
import type { RuleRepository } from '../rule-repository.ts';

/** When and in which currency a rule is written. */
type RuleContext = Readonly<{ storeCurrency: Currency; at: Date }>;

/** What the use cases need to know of tax rates, shipping methods and discounts, the rules of pricing. */
export type RuleKind<R extends Resource, Fields extends object> = Readonly<{
  prefix: R['id'] extends Id<infer P> ? P : never;
  create: (id: R['id'], fields: Fields, context: RuleContext) => R;
  /** Replaces the fields. */
  change: (rule: R, fields: Fields, context: RuleContext) => R;
  /** The fields that a merge patch is applied to. */
  fieldsOf: (rule: R, patch: Partial<Fields>) => Partial<Fields>;
  view: (rule: R) => ResourceView<R, string>;
  auditEntry: ResourceAudit<R>;
  repository: (tx: PricingTx) => RuleRepository<R>;
  /**
   * Checks a rule beside the others, under the lock of their table.
   * @throws DomainError `conflict` or `already_exists`.
   */
  requireFits: (tx: PricingTx, rule: R, before: R | undefined) => Promise<void>;
}>;

/** @throws DomainError `conflict` at the limit. */
export const requireSpace = (count: number, limit: number, rules: string): void => {
  if (count >= limit) throw conflict(`The limit of ${limit} ${rules} is reached: delete one that is not needed.`);
};
