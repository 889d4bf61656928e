/** Names of the roles as keys of the catalogue `common` (interpretation B02): a main account's label takes precedence. */
export function roleKey(roleId: number | null, roleRenon: number | undefined): string {
  if (roleRenon === 0 && roleId !== null && roleId < 100) return 'role.agentLevel';
  switch (roleId) {
    case 0:
      return 'role.agentLevel';
    case 1:
      return 'role.factory';
    case 2:
      return 'role.administrator';
    case 3:
      return 'role.companyAdmin';
    case 4:
      return 'role.installer';
    case 5:
      return 'role.endUser';
    default:
      return 'role.staff';
  }
}

/** A user name without the configured prefix, for display only (interpretation B31). */
export function withoutPrefix(userName: string, prefix = 'ESM_'): string {
  return prefix && userName.startsWith(prefix) ? userName.slice(prefix.length) : userName;
}
