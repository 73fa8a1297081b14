const PROBE = /^\/(?:health\/(?:live|ready)|metrics)(?:$|\?)/;

/** Whether a path is of a health check or of metrics, which respond under any load. */
export const isProbe = (path = ''): boolean => PROBE.test(path);
