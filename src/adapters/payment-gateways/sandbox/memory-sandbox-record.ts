import { type SandboxCharge, type SandboxRecord, type StepOutcome, stepped } from './sandbox-charge.ts';

/** A record in memory, for the lifetime of the process. */
export const makeMemorySandboxRecord = (): SandboxRecord => {
  const charges = new Map<SandboxCharge['key'], SandboxCharge>();
  const outcomes = new Map<string, StepOutcome>();
  return {
    async add(charge) {
      const kept = charges.get(charge.key) ?? charge;
      charges.set(charge.key, kept);
      return kept;
    },

    find: async (key) => charges.get(key),

    async step(key, step) {
      const charge = charges.get(key);
      if (charge === undefined) return undefined;
      const before = outcomes.get(step.key);
      if (before !== undefined) return before;
      const [after, outcome] = stepped(charge, step, new Date());
      charges.set(key, after);
      outcomes.set(step.key, outcome);
      return outcome;
    },
  };
};
