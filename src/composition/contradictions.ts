import { isWildcard } from '#adapters/system/settings/deployment.ts';
import { smtpTlsErrors } from '#adapters/system/settings/smtp-tls.ts';
import type { Environment } from './environment.ts';

/** Errors in settings that are valid alone and not together. */
export const contradictions = (set: Environment): string[] => {
  const errors: string[] = smtpTlsErrors(set);
  const inMemory = set['STORAGE'] === 'memory';
  if (set['NODE_ENV'] === 'production') {
    for (const name of ['SECRET_KEY', ...(inMemory ? [] : ['DATABASE_URL'])]) {
      if (set[name] === undefined) errors.push(`${name} must be set in production`);
    }
    // a gateway from outside may move real money and not say so
    if (set['TEST_CLOCK']?.toLowerCase() === 'true') {
      errors.push(
        'TEST_CLOCK must not be true in production: real orders and invoices would follow a time that is not real',
      );
    }
    if (set['SMTP_URL'] !== undefined && set['MAIL_FROM'] === undefined && set['OWNER_EMAIL'] === undefined) {
      errors.push('MAIL_FROM must be set with SMTP_URL in production');
    }
  }
  if (isWildcard(set['HOST'] ?? '') && set['PUBLIC_URL'] === undefined) {
    errors.push(`PUBLIC_URL must be set with HOST=${set['HOST']}, which no client can call`);
  }
  const isStripeOn = set['PAYMENT_GATEWAYS']?.split(',').some((name) => name.trim() === 'stripe');
  for (const name of isStripeOn ? ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] : []) {
    if (set[name] === undefined) errors.push(`${name} must be set with the gateway stripe`);
  }
  const s3Settings = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  for (const name of set['FILE_STORAGE'] === 's3' ? s3Settings : []) {
    if (set[name] === undefined) errors.push(`${name} must be set with FILE_STORAGE=s3`);
  }
  if (inMemory && set['DATABASE_URL'] !== undefined) errors.push('DATABASE_URL must not be set with STORAGE=memory');
  for (const name of ['MIGRATION_DATABASE_URL', 'DATABASE_POOLER', 'DATABASE_LISTEN_URL', 'READ_DATABASE_URL']) {
    if (set[name] !== undefined && set['DATABASE_URL'] === undefined) {
      errors.push(`${name} must be set together with DATABASE_URL`);
    }
  }
  if (set['PUBLIC_READS_MAY_LAG']?.toLowerCase() === 'true' && set['READ_DATABASE_URL'] === undefined) {
    errors.push('READ_DATABASE_URL must be set with PUBLIC_READS_MAY_LAG=true');
  }
  if (inMemory && set['RATE_LIMIT_STORE'] === 'postgres') {
    errors.push('RATE_LIMIT_STORE must be memory or redis with STORAGE=memory');
  }
  if (set['RATE_LIMIT_STORE'] === 'redis' && set['REDIS_URL'] === undefined) {
    errors.push('REDIS_URL must be set with RATE_LIMIT_STORE=redis');
  }
  if (inMemory && (set['ROLE'] ?? 'all') !== 'all') errors.push('ROLE must be all with STORAGE=memory');
  return errors;
};

/** Errors in the settings of the owner whom a first start creates. */
export const ownerErrors = (set: Environment): string[] => {
  const { NODE_ENV: environment, OWNER_PASSWORD: password, OWNER_EMAIL: email } = set;
  return environment === 'production' && password !== undefined && email === undefined
    ? ['OWNER_EMAIL must be set with OWNER_PASSWORD in production']
    : [];
};
