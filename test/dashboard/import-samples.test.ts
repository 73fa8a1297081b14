import { expect } from 'chai';
import { SAMPLES } from '../../src/dashboard/screens/imports/samples.ts';
import { onService } from '../support/servers/on-service.ts';

onService('the sample files of the dashboard', ({ app }) => {
  for (const [resource, sample] of Object.entries(SAMPLES)) {
    it(`add all their rows: ${resource}`, async () => {
      const { status, text, json } = await app().call(`/api/${resource}/import?on_error=continue`, {
        method: 'POST',
        body: sample,
        headers: { 'Content-Type': 'text/csv' },
      });
      expect(status, text).to.be.below(300);
      expect(json.errors).to.deep.equal([]);
      expect(json).to.include({ created: 2, rows: 2 });
      expect(json.warnings).to.deep.equal([]);
    });
  }
});
