import type { Module } from '../../platform/module.ts';
import areas from './area-2025.json' with { type: 'json' };
import { areaRoutes } from './routes.ts';

/** The administrative divisions of China, for addresses. */
export function createAreas(): Module {
  return { routes: (http) => areaRoutes(http, areas) };
}
