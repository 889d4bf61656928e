import type { Module } from '../../../platform/module.ts';
import areas from './area-2025.json' with { type: 'json' };
import { findByNames, namesOf } from './find-by-names.ts';
import { areaRoutes } from './routes.ts';

/** The administrative divisions of China, for addresses. */
export function createAreas(): Module {
  return { routes: (http) => areaRoutes(http, areas) };
}

/** The six-digit code for a code or the names of an area; undefined for none or more than one. */
export const areaCodeOf = (text: string): string | undefined => findByNames(areas, text);

/** The names on the path to an area from its province down; empty for an unknown code. */
export const areaNamesOf = (code: string): string[] => namesOf(areas, code);
