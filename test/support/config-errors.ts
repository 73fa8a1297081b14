import { expect } from 'chai';
import { ConfigError, parseConfig } from '#composition/parse-config.ts';

/** The message of the ConfigError for invalid settings; empty for valid ones. */
export const configErrorOf = (settings: Record<string, string>): string => {
  try {
    parseConfig(settings);
    return '';
  } catch (error) {
    expect(error).to.be.instanceOf(ConfigError);
    return (error as Error).message;
  }
};
