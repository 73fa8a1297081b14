export const READ = { kind: 'scope', scope: 'webhooks:read' } as const;
export const WRITE = { kind: 'scope', scope: 'webhooks:write' } as const;
