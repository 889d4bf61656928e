import type { Module } from '../../../platform/module.ts';
import { Notices } from '../../../platform/notices.ts';
import type { Services } from '../../../platform/services.ts';
import { DisabledDevices } from './disabled-devices.ts';
import { tenantRoutes } from './routes.ts';

export { createTenant, renewSetUp } from './create-tenant.ts';
export { eraseTenant } from './erase-tenant.ts';
export { exportTenant } from './export-tenant.ts';
export { readTenant, readTenants } from './read-tenants.ts';
export { setTenantState } from './set-state.ts';
export { tenantSizes } from './sizes.ts';
export { setTenantLimits, setTenantOfflineAfter, setTenantRetention } from './tenant-settings.ts';

/**
 * Tenants of the instance, for its operator: created, limited and disabled by calls or commands
 * (docs/decisions/0083).
 */
export function createTenants(services: Services): Module {
  const { pool, log, config } = services;
  const devices = new DisabledDevices(services);
  const notices = new Notices(pool, log, 'voltloop_tenants', {
    onNotice: (id) => devices.disconnect(id),
    onGap: () => devices.disconnect(null),
  });
  return {
    routes: (http) => tenantRoutes(http, services),
    async start() {
      if (config.roles.has('ingest')) await notices.start();
    },
    async stop() {
      await notices.stop();
      await devices.stop();
    },
  };
}
