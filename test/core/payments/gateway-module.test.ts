import { expect } from 'chai';
import { gatewayErrors } from '#core/payments/gateway-module.ts';

const act = () => undefined;

const GATEWAY = {
  name: 'acme',
  isManual: false,
  tokenError: act,
  authorize: act,
  capture: act,
  void: act,
  refund: act,
  lookUp: act,
  verify: act,
};

const NAME_ERROR = 'name must be 1 to 40 of a-z, 0-9, _ and -, a letter first';

describe('gatewayErrors', () => {
  for (const name of ['a', 'acme', 'acme_2-x', 'a'.repeat(40)]) {
    it(`accepts the name ${name}`, () => {
      expect(gatewayErrors({ ...GATEWAY, name })).to.deep.equal([]);
    });
  }

  for (const name of ['', 'Acme', '2acme', '_acme', 'ac me', 'acmé', 'acme\n', 'a'.repeat(41), 5, null, undefined]) {
    it(`rejects the name ${JSON.stringify(name)}`, () => {
      expect(gatewayErrors({ ...GATEWAY, name })).to.deep.equal([NAME_ERROR]);
    });
  }

  for (const value of [undefined, null, 'acme', 5, act]) {
    it(`rejects ${value === act ? 'a function' : JSON.stringify(value)}`, () => {
      expect(gatewayErrors(value)).to.deep.equal(['it is not an object']);
    });
  }

  it('reports each missing method', () => {
    const { tokenError: _, ...fields } = { ...GATEWAY, void: 'void', isManual: 'no' };
    expect(gatewayErrors(fields)).to.deep.equal([
      'isManual must be true or false',
      'tokenError must be a function',
      'void must be a function',
    ]);
  });

  it('accepts saved methods with both functions only', () => {
    expect(gatewayErrors({ ...GATEWAY, savedMethods: { save: act, remove: act } })).to.deep.equal([]);
    expect(gatewayErrors({ ...GATEWAY, savedMethods: { save: act } })).to.deep.equal([
      'savedMethods.remove must be a function',
    ]);
    for (const savedMethods of [true, null]) {
      expect(gatewayErrors({ ...GATEWAY, savedMethods })).to.deep.equal(['savedMethods must be an object, or omitted']);
    }
  });

  it('reports all errors at once', () => {
    expect(gatewayErrors({})).to.deep.equal([
      NAME_ERROR,
      'isManual must be true or false',
      'tokenError must be a function',
      'authorize must be a function',
      'capture must be a function',
      'void must be a function',
      'refund must be a function',
      'lookUp must be a function',
      'verify must be a function',
    ]);
  });
});
