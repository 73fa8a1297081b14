// Imported before a program: OpenTelemetry's packages are not installed, but the one that the metrics need.
import module from 'node:module';

module.registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith('@opentelemetry/') || specifier === '@opentelemetry/api') return next(specifier, context);
    throw Object.assign(new Error(`Cannot find package ${specifier}`), { code: 'ERR_MODULE_NOT_FOUND' });
  },
});
