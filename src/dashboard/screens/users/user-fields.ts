import type { Field } from '../../form/field.ts';

/** The roles of colleagues, the least powerful first. */
export const TEAM_ROLES = ['analyst', 'staff', 'admin', 'owner'] as const;

/** What every user has. */
export const profileFields = (): readonly Field[] => [
  { name: 'email', kind: 'email', isRequired: true },
  { name: 'name', kind: 'text' },
  { name: 'phone', kind: 'text' },
  { name: 'metadata', kind: 'map' },
];
