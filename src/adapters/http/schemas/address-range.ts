import { isIP } from 'node:net';
import Joi from 'joi';

const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const IPV4_BLOCK = String.raw`^(?:${OCTET}\.){3}${OCTET}/(?:3[0-2]|[12]?\d)$`;

const GROUP = '[0-9A-Fa-f]{1,4}';
const GROUPS = `${GROUP}(?::${GROUP})*`;
/** Eight groups, or at most seven with `::` among them. */
const IPV6 = String.raw`(?:${GROUP}:){7}${GROUP}|(?!:*(?:${GROUP}\b:*){8})(?:${GROUPS})?::(?:${GROUPS})?`;
const IPV6_BLOCK = String.raw`^(?:${IPV6})/(?:12[0-8]|1[01]\d|[1-9]?\d)$`;

const BLOCKS = [IPV4_BLOCK, IPV6_BLOCK];
const EXPRESSIONS = BLOCKS.map((block) => new RegExp(block));

/** The longest is IPv6 with IPv4 at its end. */
const MAX_LENGTH = 'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255'.length;

// `isIP` accepts zones, which mean something on one machine only
const isAddress = (value: string): boolean => isIP(value) !== 0 && !value.includes('%');

/** An IPv4 or IPv6 address, or a CIDR block of either. */
export const addressRange = (): Joi.StringSchema =>
  Joi.string()
    .max(MAX_LENGTH)
    .custom((value: string, helpers) =>
      isAddress(value) || EXPRESSIONS.some((block) => block.test(value)) ? value : helpers.error('string.ip'),
    )
    .meta({ anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }, ...BLOCKS.map((pattern) => ({ pattern }))] });
