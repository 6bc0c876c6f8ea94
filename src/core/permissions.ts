/** Who may do what in an account: the one table that the server asks and the docs print. */

export const roles = ['owner', 'developer', 'support', 'billing', 'viewer'] as const;

export type Role = (typeof roles)[number];

/** What a role may do. What it may not read it sees masked, if it may read facts. */
export const permissions = {
  'read facts': ['owner', 'developer', 'support', 'billing', 'viewer'],
  'read contents': ['owner', 'developer', 'support'],
  send: ['owner', 'developer', 'support'],
  'manage keys': ['owner', 'developer'],
  'read balance': ['owner', 'developer', 'billing', 'viewer'],
  'manage balance': ['owner', 'billing'],
  'manage people': ['owner'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Permission = keyof typeof permissions;

export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(permissions) as Permission[]).filter((permission) => mayDo(role, permission));
}

export function mayDo(role: Role, permission: Permission): boolean {
  const allowed: readonly Role[] = permissions[permission];
  return allowed.includes(role);
}
