import type { Pool } from 'pg';
import type { SandboxMethod, SandboxMethods } from './sandbox-method.ts';

const ADD = {
  name: 'sandbox-add-method',
  text: `insert into sandbox_methods (key, user_id, token, created_at) values ($1, $2, $3, $4)
    on conflict (key) do nothing`,
};

const FIND = {
  name: 'sandbox-find-method',
  text: `select key, user_id as "userId", token, removed_at is not null as "isRemoved", created_at as "createdAt"
    from sandbox_methods where key = $1`,
};

const REMOVE = 'update sandbox_methods set removed_at = $2 where key = $1 and removed_at is null';

const FIND_USED = {
  name: 'sandbox-find-used-method',
  text: 'select token, first_charge from sandbox_methods where key = $1 and removed_at is null',
};

const USE_FIRST = {
  name: 'sandbox-use-method-first',
  text: 'update sandbox_methods set first_charge = coalesce(first_charge, $2) where key = $1 returning first_charge',
};

type UsedRow = Readonly<{ token: string; first_charge: string | null }>;

/** Saved methods in the service's database. */
export const makePostgresSandboxMethods = (pool: Pool): SandboxMethods => {
  const findMethod: SandboxMethods['findMethod'] = async (key) => {
    const { rows } = await pool.query<SandboxMethod>({ ...FIND, values: [key] });
    return rows[0];
  };
  return {
    findMethod,

    async addMethod(method) {
      const { key, userId, token, createdAt } = method;
      const added = await pool.query({ ...ADD, values: [key, userId, token, createdAt] });
      return added.rowCount === 1 ? method : ((await findMethod(key)) ?? method);
    },

    async removeMethod(key, at) {
      await pool.query(REMOVE, [key, at]);
    },

    async useMethod(key, charge) {
      const { rows } = await pool.query<UsedRow>({ ...FIND_USED, values: [key] });
      const [method] = rows;
      if (method === undefined) return undefined;
      let first = method.first_charge;
      if (first === null) {
        // another charge may have been first meanwhile
        const used = await pool.query<UsedRow>({ ...USE_FIRST, values: [key, charge] });
        first = used.rows[0]?.first_charge ?? charge;
      }
      return { token: method.token, isFirst: first === charge };
    },
  };
};
