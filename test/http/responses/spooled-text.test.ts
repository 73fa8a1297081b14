import { expect } from 'chai';
import { SpooledText } from '#adapters/http/responses/spooled-text.ts';
import { failureOf } from '../../core/imports/imports-under-test.ts';

const textOf = async (chunks: AsyncIterable<Uint8Array> | undefined): Promise<string> => {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks ?? []) parts.push(chunk);
  return Buffer.concat(parts).toString();
};

describe('SpooledText', () => {
  it('is written at its own pace, once, and read by many at theirs', async () => {
    const part = 'ä😀'.repeat(50_000);
    let parts = 0;
    const source = async function* () {
      for (parts = 0; parts < 5; parts += 1) yield part;
    };
    const text = await SpooledText.of(source());
    const slow = text.read();
    const first = (await slow?.next())?.value;
    expect(await textOf(text.read())).to.equal(part.repeat(5));
    expect(parts).to.equal(5);
    const rest: Uint8Array[] = [];
    for await (const chunk of slow ?? []) rest.push(chunk);
    expect(Buffer.concat([first ?? Buffer.of(), ...rest]).toString()).to.equal(part.repeat(5));
    await text.release();
  });

  it('is read to its end although it was given up meanwhile, and not any more', async () => {
    const text = await SpooledText.of(
      (async function* () {
        yield 'whole';
      })(),
    );
    const reader = text.read();
    await text.release();
    expect(await textOf(reader)).to.equal('whole');
    expect(text.read()).to.equal(undefined);
  });

  it('fails its readers when its source fails, after what was read before', async () => {
    const text = await SpooledText.of(
      (async function* () {
        yield 'part';
        throw new Error('lost');
      })(),
    );
    const reader = text.read();
    expect(Buffer.from((await reader?.next())?.value ?? []).toString()).to.equal('part');
    expect(await failureOf(textOf(reader))).to.have.property('message', 'lost');
    expect(text.hasFailed).to.equal(true);
    await text.release();
  });
});
