import { expect } from 'chai';
import { createUser, signIn } from '../../support/builders/resources.ts';
import { onService } from '../../support/servers/on-service.ts';

const WEBHOOK = { url: 'https://thief.example/hooks', events: ['order.*'] };

onService('what a thief has made', ({ app }) => {
  const call = async (key: string, method: string, path: string, body?: object) => {
    const reply = await app().call(path, { method, key, ...(body && { body }) });
    expect(reply.status, reply.text).to.be.below(300);
    return reply.status === 204 ? undefined : reply.json;
  };
  const anAdmin = async () => {
    const user = await createUser(app(), { role: 'admin' });
    return { user, owner: await signIn(app(), user), stolen: await signIn(app(), user) };
  };
  const keyOf = (key: string): Promise<{ id: string; key: string }> =>
    call(key, 'POST', '/api/auth/keys', { name: 'a key' });
  const webhookOf = async (key: string): Promise<string> => (await call(key, 'POST', '/api/webhooks', WEBHOOK)).id;
  const works = async (...keys: readonly Readonly<{ key: string }>[]): Promise<boolean[]> =>
    Promise.all(keys.map(async ({ key }) => (await app().call('/api/auth', { key })).status === 200));
  const reasonOf = async (id: string) => (await app().call(`/api/webhooks/${id}`)).json.disabled_reason;
  const othersOf = async (session: string): Promise<string[]> => {
    const { data } = await call(session, 'GET', '/api/auth/sessions');
    return data.flatMap(({ id, current }: { id: string; current: boolean }) => (current ? [] : [id]));
  };
  const revoke = (caller: string, { id }: { id: string }) => call(caller, 'DELETE', `/api/auth/keys/${id}`);

  it('in a session ends when its user ends the session from another one', async () => {
    const { owner, stolen } = await anAdmin();
    const mine = await keyOf(owner);
    const key = await keyOf(stolen);
    const [made, webhooks] = [await keyOf(key.key), [await webhookOf(stolen), await webhookOf(key.key)]];
    const [kept] = [await webhookOf(owner)];
    const [id] = await othersOf(owner);
    await call(owner, 'DELETE', `/api/auth/sessions/${id}`);
    expect(await works(mine, key, made, { key: stolen })).to.deep.equal([true, false, false, false]);
    for (const webhook of webhooks) expect(await reasonOf(webhook)).to.equal('session_ended');
    expect(await reasonOf(kept)).to.equal(null);
    const audited = (await app().call(`/api/audit_log?resource_id=${key.id}`)).json.data;
    expect(audited[0].action).to.equal('api_key.revoked');
  });

  it('stays when a session ends itself, by either path', async () => {
    for (const path of ['/api/auth', 'id'] as const) {
      const { owner, stolen } = await anAdmin();
      const [key, webhook] = [await keyOf(stolen), await webhookOf(stolen)];
      const [id] = await othersOf(owner);
      await call(stolen, 'DELETE', path === 'id' ? `/api/auth/sessions/${id}` : path);
      expect(await works(key)).to.deep.equal([true]);
      expect(await reasonOf(webhook)).to.equal(null);
    }
  });

  it('by a key ends when another caller revokes the key, at any remove', async () => {
    const { owner } = await anAdmin();
    const [stolen, other] = [await keyOf(owner), await keyOf(owner)];
    const child = await keyOf(stolen.key);
    const grandchild = await keyOf(child.key);
    const webhooks = [await webhookOf(stolen.key), await webhookOf(grandchild.key)];
    const kept = [await webhookOf(other.key), await webhookOf(owner)];
    await revoke(other.key, stolen);
    expect(await works(stolen, child, grandchild, other)).to.deep.equal([false, false, false, true]);
    for (const webhook of webhooks) expect(await reasonOf(webhook)).to.equal('key_revoked');
    for (const webhook of kept) expect(await reasonOf(webhook)).to.equal(null);
  });

  it('by a key that has revoked itself ends when it is revoked once more', async () => {
    const { owner } = await anAdmin();
    const stolen = await keyOf(owner);
    const [child, webhook] = [await keyOf(stolen.key), await webhookOf(stolen.key)];
    await revoke(stolen.key, stolen);
    expect(await works(stolen, child)).to.deep.equal([false, true]);
    expect(await reasonOf(webhook)).to.equal(null);
    await revoke(owner, stolen);
    expect(await works(child)).to.deep.equal([false]);
    expect(await reasonOf(webhook)).to.equal('key_revoked');
  });

  it('by a rotation of the key itself ends with the key, unless the new key revokes the old one', async () => {
    const { owner } = await anAdmin();
    const rotate = (caller: string, { id }: { id: string }) =>
      call(caller, 'POST', `/api/auth/keys/${id}/rotate`, { overlap_seconds: 60 });
    const [program, stolen, renewed] = [await keyOf(owner), await keyOf(owner), await keyOf(owner)];
    const webhook = await webhookOf(program.key);
    const successor = await rotate(program.key, program);
    await revoke(successor.key, program);
    expect(await works(program, successor)).to.deep.equal([false, true]);
    expect(await reasonOf(webhook)).to.equal(null);
    const taken = await rotate(stolen.key, stolen);
    await revoke(owner, stolen);
    expect(await works(stolen, taken)).to.deep.equal([false, false]);
    const safe = await rotate(owner, renewed);
    await revoke(owner, renewed);
    expect(await works(renewed, safe)).to.deep.equal([false, true]);
  });
});
