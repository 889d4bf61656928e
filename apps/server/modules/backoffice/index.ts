import { resources } from '@voltloop/resources';
import type { Module } from '../../platform/module.ts';
import type { Services } from '../../platform/services.ts';
import type { Core } from './engine/core.ts';
import { roleRoutes } from './roles/routes.ts';
import { resourceRoutes } from './routes.ts';

/** The recycling business: every resource of the registry behind the one engine. */
export function createBackoffice(services: Services): Module {
  const core: Core = { services, registry: new Map(resources.map((resource) => [resource.name, resource])) };
  return {
    routes(http) {
      roleRoutes(http, services);
      for (const resource of resources) resourceRoutes(http, core, resource);
    },
  };
}
