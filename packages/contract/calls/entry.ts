/**
 * Method and path of the calls of the console's first page, without their schemas: these would load the schema
 * library (30 KiB).
 */
export const entry = {
  createSession: { method: 'POST', path: '/v1/admin/control/sessions' },
  refreshSession: { method: 'POST', path: '/v1/admin/control/sessions/refresh' },
  logout: { method: 'POST', path: '/v1/auth/logout' },
  getSelf: { method: 'GET', path: '/v1/admin/tenant/users/self' },
  updatePreferences: { method: 'PATCH', path: '/v1/admin/tenant/users/self/preferences' },
  getBrand: { method: 'GET', path: '/v1/brand' },
  startOidc: { method: 'POST', path: '/v1/auth/oidc/start' },
  getSetup: { method: 'GET', path: '/v1/setup' },
} as const;
