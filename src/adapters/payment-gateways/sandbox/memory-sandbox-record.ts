import { type SandboxCharge, type SandboxRecord, type StepOutcome, stepped } from './sandbox-charge.ts';
import type { SandboxMethod } from './sandbox-method.ts';

/** A record in memory, for the lifetime of the process. */
export const makeMemorySandboxRecord = (): SandboxRecord => {
  const charges = new Map<SandboxCharge['key'], SandboxCharge>();
  const outcomes = new Map<string, StepOutcome>();
  const methods = new Map<SandboxMethod['key'], SandboxMethod>();
  const firstCharges = new Map<SandboxMethod['key'], SandboxCharge['key']>();
  return {
    async addMethod(method) {
      const stored = methods.get(method.key) ?? method;
      methods.set(method.key, stored);
      return stored;
    },

    findMethod: async (key) => methods.get(key),

    async removeMethod(key) {
      const method = methods.get(key);
      if (method !== undefined) methods.set(key, { ...method, isRemoved: true });
    },

    async useMethod(key, charge) {
      const method = methods.get(key);
      if (method === undefined || method.isRemoved) return undefined;
      const first = firstCharges.get(key) ?? charge;
      firstCharges.set(key, first);
      return { token: method.token, isFirst: first === charge };
    },

    async add(charge) {
      const stored = charges.get(charge.key) ?? charge;
      charges.set(charge.key, stored);
      return stored;
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
