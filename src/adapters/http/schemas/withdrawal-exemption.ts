import Joi from 'joi';
import { EXEMPTION_TERMS, WITHDRAWAL_EXEMPTIONS } from '#core/catalog/withdrawal-exemption.ts';

const MEANINGS = WITHDRAWAL_EXEMPTIONS.map((name) => `\`${name}\`: ${EXEMPTION_TERMS[name].meaning}`).join('; ');

/** One of the reasons of the law, or null. */
export const withdrawalExemption = (): Joi.StringSchema =>
  Joi.string()
    .valid(...WITHDRAWAL_EXEMPTIONS)
    .allow(null)
    .description(
      'Why consumers in the EU have no right to withdraw from its purchase (Directive 2011/83/EU, Article 16); null if ' +
        `they have. Shown before the order, and recorded on its items. ${MEANINGS}.`,
    )
    .example('custom_made');
