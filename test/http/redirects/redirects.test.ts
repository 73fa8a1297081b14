import { expect } from 'chai';
import { createKey, posted } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('redirects', ({ app }) => {
  const create = (path: string, target: string, headers: Record<string, string> = {}) =>
    app().call('/api/redirects', { method: 'POST', body: { path, target }, headers });
  const made = (path: string, target: string) => posted(app(), '/api/redirects', { path, target });
  const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
    app().call(`/api/redirects/${id}`, { method: 'PATCH', body, headers });
  const remove = (id: string, headers: Record<string, string> = {}) =>
    app().call(`/api/redirects/${id}`, { method: 'DELETE', headers });
  const lookUp = async (path: string, key: string | null = null) => {
    const reply = await app().call(`/api/redirects?path=${encodeURIComponent(path)}`, { key });
    expect(reply.status, reply.text).to.equal(200);
    return reply.json.data;
  };

  it('are created, shown under their location, and announced', async () => {
    const reply = await create('https://old.example/Pages/About.html', '/über uns');
    expect(reply.status, reply.text).to.equal(201);
    const { json, headers } = reply;
    expect(headers.get('location')).to.equal(`/api/redirects/${json.id}`);
    expect(json.id).to.match(/^rdr_/);
    const target = '/%C3%BCber%20uns';
    expect(json).to.include({ object: 'redirect', path: '/Pages/About.html', target, location: target, version: 1 });
    const read = await app().call(`/api/redirects/${json.id}`);
    expect([read.json, read.headers.get('etag')]).to.deep.equal([json, headers.get('etag')]);
    const { json: events } = await app().call('/api/events?type=redirect.created');
    const { location: _, ...announced } = json;
    expect(events.data[0]).to.deep.include({ resource_id: json.id, data: announced });
    const { json: audit } = await app().call(`/api/audit_log?resource_id=${json.id}`);
    expect(audit.data[0]).to.deep.include({ action: 'redirect.created', after: { path: '/Pages/About.html', target } });
  });

  it('are looked up by visitors, whatever the case, the slashes and the encoding', async () => {
    const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
    const { id } = await made('/Café/', '/coffee');
    for (const path of ['/Café/', '/café', '/CAF%C3%89', 'https://old.example/caf%c3%a9/']) {
      for (const caller of [null, key]) {
        const [found, ...others] = await lookUp(path, caller);
        expect([found.id, found.location, others]).to.deep.equal([id, '/coffee', []]);
      }
    }
    for (const path of ['/cafés', '/café?a=b', '/café#part', 'café', '//café', '/caf%E9', '/\\café']) {
      expect(await lookUp(path), path).to.deep.equal([]);
    }
    expect((await app().call(`/api/redirects/${id}`, { key })).json.id).to.equal(id);
  });

  it('keep their query string', async () => {
    const [first, second] = [await made('/?p=1', '/one'), await made('/?p=2', '/two')];
    expect((await lookUp('/?p=1'))[0].id).to.equal(first.id);
    expect((await lookUp('/?P=2'))[0].id).to.equal(second.id);
    expect(await lookUp('/')).to.deep.equal([]);
  });

  it('have a path of their own', async () => {
    await made('/taken/caf%C3%A9', '/coffee');
    const again = await create('/Taken/Café/', '/tea');
    expectProblem(again, 409, 'already_exists');
    expect(errorPathsOf(again.json)).to.deep.equal(['/path']);
    const { id } = await made('/free', '/tea');
    const moved = await patch(id, { path: '/TAKEN/café' });
    expectProblem(moved, 409, 'already_exists');
    expect(errorPathsOf(moved.json)).to.deep.equal(['/path']);
  });

  it('are refused with every error', async () => {
    for (const [path, target, ...pointers] of [
      ['page', '/new', '/path'],
      ['/old#part', '/new', '/path'],
      [`/${'a'.repeat(2_000)}`, '/new', '/path'],
      ['', '/new', '/path'],
      ['/old', 'new', '/target'],
      ['/old', '//evil.example', '/target'],
      ['/old', '/\\evil.example', '/target'],
      ['/old', 'javascript:alert(1)', '/target'],
      ['/old', 'https://shop.example@evil.example', '/target'],
      ['/old', '/OLD/#part', '/target'],
      ['//old', '//new', '/path', '/target'],
    ] as const) {
      const reply = await create(path, target);
      expectProblem(reply, 422, 'validation_failed');
      expect(errorPathsOf(reply.json), `${path} ${target}`).to.deep.equal(pointers);
    }
    const { id } = await made('/patched', '/new');
    for (const body of [{ path: null }, { target: null }, { target: '/patched/' }, { location: '/x' }]) {
      expectProblem(await patch(id, body), 422, 'validation_failed');
    }
  });

  it('are followed, and refused where they would lead back', async () => {
    const first = await made('/chain/a', '/chain/b');
    expect(first.location).to.equal('/chain/b');
    await made('/chain/b', '/chain/c');
    const last = await made('/chain/c', '/chain/d');
    expect((await lookUp('/chain/a'))[0]).to.include({ target: '/chain/b', location: '/chain/d' });
    expect((await made('/chain/0', '/chain/a')).location).to.equal('/chain/d');
    const back = await create('/chain/d', '/chain/a');
    expectProblem(back, 422, 'validation_failed');
    expect(errorPathsOf(back.json)).to.deep.equal(['/target']);
    expect(back.text).to.include('/chain/a, /chain/b, /chain/c');
    const changed = await patch(last.id, { target: '/chain/A' });
    expectProblem(changed, 422, 'validation_failed');
    // it would follow itself if its former path counted
    const moved = await patch(last.id, { path: '/chain/e', target: '/chain/b' });
    expect([moved.status, moved.json.location]).to.deep.equal([200, '/chain/c']);
  });

  it('are updated and deleted, unless somebody else has changed them', async () => {
    const { id } = await made('/changed', '/new');
    const etag = (await app().call(`/api/redirects/${id}`)).headers.get('etag') ?? '';
    const updated = await patch(id, { target: '/newer' }, { 'If-Match': etag });
    expect([updated.status, updated.json.target, updated.json.version]).to.deep.equal([200, '/newer', 2]);
    const stale = expectProblem(await patch(id, { target: '/other' }, { 'If-Match': etag }), 412, 'version_mismatch');
    expect(stale).to.deep.include({ current_version: 2, changed_fields: ['target'] });
    expect((await patch(id, { path: '/CHANGED' })).json).to.include({ path: '/CHANGED', version: 3 });
    expect((await patch(id, { path: '/CHANGED', target: '/newer' })).json.version).to.equal(3);
    expectProblem(await remove(id, { 'If-Match': '"2"' }), 412, 'version_mismatch');
    expect((await remove(id, { 'If-Match': '"3"' })).status).to.equal(204);
    expectProblem(await app().call(`/api/redirects/${id}`), 404, 'not_found');
    expectProblem(await remove(id), 404, 'not_found');
    expect(await lookUp('/changed')).to.deep.equal([]);
    const types = async (list: string, field: string) =>
      (await app().call(`/api/${list}?resource_id=${id}`)).json.data.map(
        (entry: Record<string, string>) => entry[field],
      );
    const expected = ['redirect.deleted', 'redirect.updated', 'redirect.updated', 'redirect.created'];
    expect(await types('events', 'type')).to.deep.equal(expected);
    expect(await types('audit_log', 'action')).to.deep.equal(expected);
  });

  it('are created once for an idempotency key, and not by a dry run', async () => {
    const dry = await app().call('/api/redirects?dry_run=true', {
      method: 'POST',
      body: { path: '/dry', target: '/x' },
    });
    expect(dry.json).to.deep.include({ dry_run: true, emits: ['redirect.created'] });
    expect(await lookUp('/dry')).to.deep.equal([]);
    const headers = { 'Idempotency-Key': 'once' };
    const [first, again] = [await create('/once', '/x', headers), await create('/once', '/x', headers)];
    expect([first.status, again.text]).to.deep.equal([201, first.text]);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
  });

  it('are listed in pages', async () => {
    const { json } = await app().call('/api/redirects?limit=2&include_total=true');
    expect(json.data).to.have.length(2);
    const next = await app().call(`/api/redirects?limit=2&include_total=true&cursor=${json.next_cursor}`);
    expect(next.json.total).to.equal(json.total);
    const [newest] = json.data;
    const { json: some } = await app().call(`/api/redirects?ids=${newest.id}&created_from=${newest.created_at}`);
    expect(some.data).to.deep.equal([newest]);
  });
});
