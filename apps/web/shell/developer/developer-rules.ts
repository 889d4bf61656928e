import { two } from '@voltloop/domain/clock/clock-time.ts';
/** Whether an account has the export buttons: roleRenon 0, role 1 or 2 (specification section 6, interpretation A47). */
export function hasDeveloperButtons(roleId: number | null, roleRenon: number | undefined): boolean {
  return roleId !== null && (roleRenon === 0 || roleId === 1 || roleId === 2);
}

/** `{username}_dev_{YYYY-MM-DD}.json`, `{username}_user_{YYYY-MM-DD}.json`, with the day in the browser's time zone. */
export function exportName(userName: string, what: 'dev' | 'user', now: Date): string {
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${userName.replace(/[\\/:*?"<>|]/g, '_')}_${what}_${day}.json`;
}
