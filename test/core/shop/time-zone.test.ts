import { expect } from 'chai';
import { isTimeZone } from '#core/shared/zoned-time.ts';

describe('isTimeZone', () => {
  it('accepts the names of the IANA database', () => {
    for (const name of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+1']) {
      expect(isTimeZone(name), name).to.equal(true);
    }
  });

  it('rejects offsets and other texts', () => {
    for (const name of ['', '+01:00', 'Europe/Nowhere', 'Berlin', 'GMT+1', 'UTC ', 'Europe/Berlin\n']) {
      expect(isTimeZone(name), name).to.equal(false);
    }
  });
});
