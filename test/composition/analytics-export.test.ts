import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { BACKGROUND } from '#composition/background.ts';
import { buildContainer } from '#composition/container.ts';
import { parseConfig } from '#composition/parse-config.ts';
import { HTTP } from '#composition/tokens/http.ts';
import { createOrder } from '../support/builders/resources.ts';
import { useExportFolder } from '../support/documents/export-folder.ts';
import { aLog } from '../support/log.ts';
import { startApp } from '../support/servers/start-app.ts';

describe('the nightly export of a service', () => {
  const folder = useExportFolder();

  const build = async (settings: Record<string, string>) => {
    const { log, lines } = aLog();
    const config = parseConfig({ STORAGE: 'memory', ...settings });
    const container = await buildContainer(config, { log, isStopping: () => false, publicUrl: () => 'http://a' });
    const workers = container.getAll(BACKGROUND.workers).flat();
    const task = workers.flatMap((work) => ('run' in work && work.name === 'export for analysis' ? [work] : []));
    const ages = async (): Promise<unknown> => {
      const gauges = container.getAll(HTTP.gauges).find((each) => 'analytics_export_age_seconds' in each.gauges);
      return (await gauges?.read())?.['analytics_export_age_seconds'];
    };
    return { task, lines, ages };
  };

  it('is off without a folder', async () => {
    const { task, ages } = await build({});
    expect(task).to.deep.equal([]);
    expect(await ages()).to.deep.equal([]);
  });

  it('runs once, logs what it has exported, and shows its age', async () => {
    const { task, lines, ages } = await build({ ANALYTICS_EXPORT_DIR: folder.path() });
    expect(await ages()).to.deep.equal([]);
    await task[0]?.run();
    await task[0]?.run();
    expect(await folder.files()).to.deep.equal(['_export.json']);
    expect(lines.map(({ message }) => message)).to.deep.equal(['exported for analysis']);
    expect(await ages()).to.be.within(0, 60);
  });

  it('says which folder it cannot use', async () => {
    await writeFile(folder.path(), '');
    const { task } = await build({ ANALYTICS_EXPORT_DIR: path.join(folder.path(), 'export') });
    const failure = await task[0]?.run().catch((error: unknown) => error);
    expect(String(failure)).to.match(/^ExportFolderError: The export for analysis cannot use the folder .*ENOTDIR/);
  });

  it('does not keep the service from starting', async () => {
    await writeFile(folder.path(), '');
    const app = await startApp({ ANALYTICS_EXPORT_DIR: path.join(folder.path(), 'export') });
    try {
      expect((await createOrder(app)).status).to.equal('open');
    } finally {
      await app.stop();
    }
  });
});
