import { expect } from 'chai';
import { ConfigError, parseConfig } from '#composition/config.ts';

/** What is said of settings that are wrong; nothing of others. */
export const faultsOf = (settings: Record<string, string>): string => {
  try {
    parseConfig(settings);
    return '';
  } catch (error) {
    expect(error).to.be.instanceOf(ConfigError);
    return (error as Error).message;
  }
};
