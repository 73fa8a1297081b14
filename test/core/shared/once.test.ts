import { expect } from 'chai';
import { loadedOnce, once } from '#core/shared/once.ts';

describe('a value that is made once', () => {
  it('is made when it is first needed', () => {
    let made = 0;
    const value = once(() => ({ number: ++made }));
    expect(made).to.equal(0);
    expect([value(), value()]).to.deep.equal([{ number: 1 }, { number: 1 }]);
  });
});

describe('a value that is loaded once', () => {
  it('is shared by calls at the same time and later', async () => {
    let loads = 0;
    const value = loadedOnce(async () => ++loads);
    expect(loads).to.equal(0);
    expect(await Promise.all([value(), value()])).to.deep.equal([1, 1]);
    expect(await value()).to.equal(1);
  });

  it('is loaded again after a failure', async () => {
    let loads = 0;
    const value = loadedOnce(async () => {
      loads += 1;
      if (loads === 1) throw new Error('unreadable');
      return loads;
    });
    const failed = await value().catch((error: Error) => error.message);
    expect([failed, await value()]).to.deep.equal(['unreadable', 2]);
  });
});
